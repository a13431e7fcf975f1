/**
 * Bounds on the size and depth of JSON from outside. They are checked first: later checks take time in proportion to
 * the size, and deep nesting exhausts the stack.
 */
import { CLIENT_LIMITS } from './client-limits.js';
import { toJson } from './exact-json.js';

export interface JsonBounds {
  /** Size in bytes of UTF-8, as JSON without blanks. */
  readonly maxBytes: number;
  /** Levels of nested objects and lists; a number or a text has zero. */
  readonly maxDepth: number;
}

/** Far more levels than people or models write, and far fewer than the stack can hold. */
const MAX_DEPTH = 64;

/**
 * Maximum depth of a message: the maximum of its parts, and the members around them. Schemas descend recursively, so
 * deeper messages are refused right after JSON parsing.
 */
export const MAX_MESSAGE_DEPTH = MAX_DEPTH + 16;

/** Bounds of a call's arguments: 1 MiB, half of Temporal's limit for one payload. */
export const ARGUMENT_BOUNDS: JsonBounds = {
  maxBytes: CLIENT_LIMITS.arguments.most,
  maxDepth: MAX_DEPTH,
};

/** Bounds of one answer: 256 KiB fit a model's text and stay far below Temporal's 2 MiB. */
export const RESPONSE_BOUNDS: JsonBounds = {
  maxBytes: CLIENT_LIMITS.answer.most,
  maxDepth: MAX_DEPTH,
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function membersOf(container: object): readonly unknown[] {
  return Array.isArray(container) ? container : Object.values(container);
}

/** Returns true if objects and lists are nested deeper than `maxDepth`. Works for a value of any depth. */
export function isDeeper(value: unknown, maxDepth: number): boolean {
  // Iterates by level, since a deep value would overflow the stack of a recursion.
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const member of membersOf(container)) if (isContainer(member)) next.push(member);
    }
    level = next;
  }
  return false;
}

/**
 * The size of a value as JSON without blanks, in bytes of UTF-8. Check the depth first: deep nesting exhausts the
 * stack.
 */
export function toJsonBytes(value: unknown): number {
  const text = toJson(value);
  return text === undefined ? 0 : new TextEncoder().encode(text).length;
}

/** The same for a value of any depth; `undefined` if it exhausts the stack. */
function toJsonBytesOf(value: unknown): number | undefined {
  try {
    return toJsonBytes(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Bounds of a JSON text, checked before it is parsed. */
export interface TextBounds {
  readonly maxDepth: number;
  /** Maximum number of members of objects and items of lists. */
  readonly maxMembers: number;
}

const STRUCTURE: readonly (number | undefined)[] = [OPEN_LIST, OPEN_OBJECT, COMMA];

/** The bound that a JSON text exceeds; `undefined` if it fits. Much faster than a check of the parsed value. */
export function findTextExcess(
  text: Uint8Array,
  { maxDepth, maxMembers }: TextBounds,
): 'levels' | 'members' | undefined {
  let [depth, members] = [0, 0];
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (STRUCTURE.includes(byte)) {
      // A comma separates two members, and an opening comes before the first.
      members += 1;
      if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
      if (depth > maxDepth) return 'levels';
      if (members > maxMembers) return 'members';
    }
  }
  return undefined;
}

/**
 * The bound that a parsed value exceeds, as a phrase: `1500000 bytes; at most 1048576 are taken`. Takes time in
 * proportion to the value's size.
 *
 * @returns `undefined` for a value within the bounds.
 */
export function findExcess(value: unknown, { maxBytes, maxDepth }: JsonBounds): string | undefined {
  const bytes = toJsonBytesOf(value);
  // The size comes first: walking a large value takes much longer.
  if (bytes !== undefined && bytes > maxBytes) {
    return `${bytes} bytes, more than the limit of ${maxBytes}`;
  }
  return bytes === undefined || isDeeper(value, maxDepth)
    ? `more than ${maxDepth} levels of nesting`
    : undefined;
}
