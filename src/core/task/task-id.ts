/**
 * The only encoder and parser of task IDs. A task ID is the workflow ID of the execution that backs the task.
 *
 *     mcp-<owner tag>-<random part>
 *          20 chars    26 chars        lower-case base32 (a-z2-7, RFC 4648)
 *          100 bits    130 bits        51 characters in all
 *
 * The owner tag is a keyed hash of the owner, so that a foreign ID is refused without a call to Temporal and
 * one prefix filter lists an owner's tasks. Lower case, because the prefix match of Temporal's SQLite store
 * ignores case. Where the bits come from is the Temporal adapter's business: core has no cryptography.
 */
const PREFIX = 'mcp';
const OWNER_TAG_LENGTH = 20;
const RANDOM_PART_LENGTH = 26;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const FORMAT = new RegExp(
  `^${PREFIX}-([a-z2-7]{${OWNER_TAG_LENGTH}})-([a-z2-7]{${RANDOM_PART_LENGTH}})$`,
);

const OWNER_TAG_START = new RegExp(`^${PREFIX}-([a-z2-7]{${OWNER_TAG_LENGTH}})-`);

/** How many bytes of entropy {@link encodeTaskId} wants for the random part (136 bits, of which 130 are used). */
export const RANDOM_PART_BYTES = 17;
/** How many bytes of a keyed hash {@link encodeOwnerTag} wants (104 bits, of which 100 are used). */
export const OWNER_TAG_BYTES = 13;

/** What a task ID consists of, besides its prefix. */
export interface ParsedTaskId {
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
 * The 20 characters that stand for an owner in its task IDs.
 *
 * @param keyedHash At least {@link OWNER_TAG_BYTES} bytes; the rest is ignored.
 * @throws {RangeError} When there are fewer bytes than that.
 */
export function encodeOwnerTag(keyedHash: Uint8Array): string {
  return encodeBase32(keyedHash, OWNER_TAG_LENGTH);
}

/**
 * The task ID of an owner with these random bits.
 *
 * @param random At least {@link RANDOM_PART_BYTES} bytes; the rest is ignored.
 * @throws {RangeError} When there are fewer bytes than that.
 */
export function encodeTaskId(ownerTag: string, random: Uint8Array): string {
  return `${toTaskIdPrefix(ownerTag)}${encodeBase32(random, RANDOM_PART_LENGTH)}`;
}

/** The parts of a task ID, or `undefined` for any text that cannot be one. */
export function parseTaskId(text: string): ParsedTaskId | undefined {
  const [, ownerTag, randomPart] = FORMAT.exec(text) ?? [];
  return ownerTag === undefined || randomPart === undefined ? undefined : { ownerTag, randomPart };
}

/** The owner tag in a text that starts as the task IDs of an owner do, whatever follows; `undefined` for any other. */
export function readOwnerTag(text: string): string | undefined {
  return OWNER_TAG_START.exec(text)?.[1];
}

/** What every task ID starts with, whoever's it is. */
export const ANY_TASK_ID_PREFIX = `${PREFIX}-`;

/** What every task ID of an owner starts with. Safe inside a List Filter: it holds no quote or wildcard. */
export function toTaskIdPrefix(ownerTag: string): string {
  return `${ANY_TASK_ID_PREFIX}${ownerTag}-`;
}
