/**
 * The only encoder and parser of task IDs. A task ID is the Workflow ID or Activity ID of the execution that backs the
 * task. A Workflow and an Activity may have the same ID, so that of an Activity has a mark.
 *
 *     mcp-<owner tag>-<random part>     a Workflow
 *     mcp-<owner tag>-a-<random part>   a Standalone Activity
 *          20 chars     26 chars        lower-case base32 (a-z2-7, RFC 4648)
 *          100 bits     130 bits        51 or 53 characters in all
 *
 * The owner tag is a keyed hash of the owner. With it, a foreign ID is refused without a call to Temporal, and one
 * prefix filter lists an owner's tasks. IDs are in lower case, since the prefix match of Temporal's SQLite store
 * ignores case. The Temporal adapter provides the bytes, since core has no cryptography.
 */
import { ANY_TASK_ID_PREFIX } from '../contract/task-meta.js';

const OWNER_TAG_LENGTH = 20;
const RANDOM_PART_LENGTH = 26;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ACTIVITY_MARK = 'a-';
const FORMAT = new RegExp(
  `^${ANY_TASK_ID_PREFIX}([a-z2-7]{${OWNER_TAG_LENGTH}})-(${ACTIVITY_MARK})?([a-z2-7]{${RANDOM_PART_LENGTH}})$`,
);

/** The kind of execution that backs a task. */
export type TaskKind = 'workflow' | 'activity';

/** Bytes of entropy for the random part of {@link encodeTaskId}: 136 bits, of which it uses 130. */
export const RANDOM_PART_BYTES = 17;
/** Bytes of a keyed hash for {@link encodeOwnerTag}: 104 bits, of which it uses 100. */
export const OWNER_TAG_BYTES = 13;

export interface ParsedTaskId {
  readonly kind: TaskKind;
  readonly ownerTag: string;
  readonly randomPart: string;
}

function encodeBase32(bytes: Uint8Array, length: number): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5 && text.length < length) {
      bits -= 5;
      text += ALPHABET.charAt((buffer >> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  if (text.length < length) {
    throw new RangeError(`${length} base32 characters need ${Math.ceil((length * 5) / 8)} bytes.`);
  }
  return text;
}

/**
 * Makes the 20 characters that identify an owner in task IDs.
 *
 * @param keyedHash At least {@link OWNER_TAG_BYTES} bytes; the rest is ignored.
 * @throws {RangeError} If there are fewer bytes.
 */
export function encodeOwnerTag(keyedHash: Uint8Array): string {
  return encodeBase32(keyedHash, OWNER_TAG_LENGTH);
}

/**
 * @param random At least {@link RANDOM_PART_BYTES} bytes; the rest is ignored.
 * @throws {RangeError} If there are fewer bytes.
 */
export function encodeTaskId(
  ownerTag: string,
  random: Uint8Array,
  kind: TaskKind = 'workflow',
): string {
  const mark = kind === 'activity' ? ACTIVITY_MARK : '';
  return `${toTaskIdPrefix(ownerTag)}${mark}${encodeBase32(random, RANDOM_PART_LENGTH)}`;
}

/** Bytes that the random parts of equal calls have in common: 16 characters. */
export const EQUAL_CALL_BYTES = 10;
const EQUAL_CALL_TAIL = 10;

export function toEqualCallPrefix(taskId: string): string {
  return taskId.slice(0, -EQUAL_CALL_TAIL);
}

export function parseTaskId(text: string): ParsedTaskId | undefined {
  const [, ownerTag, mark, randomPart] = FORMAT.exec(text) ?? [];
  if (ownerTag === undefined || randomPart === undefined) return undefined;
  return { kind: mark === undefined ? 'workflow' : 'activity', ownerTag, randomPart };
}

/** Common prefix of an owner's task IDs. Safe inside a List Filter: it holds no quote or wildcard. */
export function toTaskIdPrefix(ownerTag: string): string {
  return `${ANY_TASK_ID_PREFIX}${ownerTag}-`;
}
