/**
 * Workflow IDs in a form that the operator chooses: a text with arguments of a call (`order-{order_id}`). They are the
 * task IDs of such tools, and always differ from those of `task-id.ts`.
 *
 * Different arguments give different IDs. Values are percent-encoded as UTF-8, except letters, digits and `- . _ ~ : @
 * / + , =`. If another placeholder follows, values also encode the separator between the two. So IDs need no encoding
 * in headers and no quotes in list filters.
 */
import { literalsOf, placeholdersOf, type Text } from '../mapping/text.js';
import { CLIENT_LIMITS } from '../value/client-limits.js';

/**
 * Maximum length of an ID, in characters. SQL stores allow 255 for a Workflow ID, and the companion of a cancelled
 * task adds a prefix.
 */
export const MAX_OWN_ID_LENGTH = CLIENT_LIMITS.ownWorkflowId.most;

/** Prefix of all IDs that this package generates. */
const RESERVED_START = 'mcp-';
const SAFE = String.raw`A-Za-z0-9\-._~:@/+,=`;
const UNSAFE_CHARACTER = new RegExp(`[^${SAFE}]`, 'gu');
const SAFE_TEXT = new RegExp(`^[${SAFE}]*$`);
const OWN_ID = new RegExp(`^[${SAFE}%]{1,${MAX_OWN_ID_LENGTH}}$`);

/**
 * The UTF-8 of a character. Encoders replace any unpaired surrogate by one and the same character. Here each keeps its
 * own bytes (WTF-8), so different texts stay different.
 */
function toBytes(character: string): ArrayLike<number> {
  const unit = character.charCodeAt(0);
  const isHalf = character.length === 1 && unit >= 0xd800 && unit <= 0xdfff;
  if (!isHalf) return new TextEncoder().encode(character);
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
}

function percentEncode(character: string): string {
  return Array.from(
    toBytes(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** Returns true for a valid Workflow ID. Only a read shows whether the execution exists, and who owns it. */
export function isOwnWorkflowId(text: string): boolean {
  return OWN_ID.test(text) && !text.startsWith(RESERVED_START);
}

/** Finds faults of a text as a Workflow ID, in sentences that say how to correct it. Empty for a valid text. */
export function findIdTemplateFaults(template: Text): readonly string[] {
  const [start = '', ...others] = literalsOf(template);
  const faults: string[] = [];
  if (placeholdersOf(template).length === 0) {
    faults.push('All calls would have the same ID: use an argument ("order-{order_id}").');
  }
  if (start === '' || RESERVED_START.startsWith(start) || start.startsWith(RESERVED_START)) {
    faults.push(
      `Start with a fixed text ("order-{order_id}") other than "${RESERVED_START}". Otherwise arguments could name any Workflow.`,
    );
  }
  if (![start, ...others].every((literal) => SAFE_TEXT.test(literal))) {
    faults.push('Use letters, digits and "- . _ ~ : @ / + , =" besides the placeholders.');
  }
  if (others.slice(0, -1).some((literal) => !/^[^A-Za-z0-9]/.test(literal))) {
    faults.push(
      'Separate placeholders by a character such as "/" or "-", so that no two calls get the same ID.',
    );
  }
  if ([start, ...others].join('').length >= MAX_OWN_ID_LENGTH) {
    faults.push(`A Workflow ID has at most ${MAX_OWN_ID_LENGTH} characters.`);
  }
  return faults;
}

/** Returns false if the fixed starts or ends of two templates keep their IDs apart. */
export function mayIdsMeet(one: Text, other: Text): boolean {
  const [ones, others] = [literalsOf(one), literalsOf(other)];
  const [start = '', otherStart = ''] = [ones[0], others[0]];
  const [end = '', otherEnd = ''] = [ones.at(-1), others.at(-1)];
  const isOneStart = start.startsWith(otherStart) || otherStart.startsWith(start);
  const isOneEnd = end.endsWith(otherEnd) || otherEnd.endsWith(end);
  return isOneStart && isOneEnd;
}

/** @param values One for each placeholder, in order. The length of the ID is not checked. */
export function fillWorkflowId(template: Text, values: readonly string[]): string {
  const [start = '', ...behind] = literalsOf(template);
  const rest = behind.map((literal, index) => {
    const end = index === behind.length - 1 ? undefined : literal.charAt(0);
    const escaped = (values[index] ?? '').replace(UNSAFE_CHARACTER, percentEncode);
    const value = end === undefined ? escaped : escaped.replaceAll(end, percentEncode(end));
    return `${value}${literal}`;
  });
  return [start, ...rest].join('');
}
