/**
 * How large and how deep JSON from outside may be. Looked at ahead of everything else, since whatever checks, copies or
 * compares a value takes longer the larger it is, and exhausts the stack where it is nested deeply enough.
 */

/** What is refused: more bytes than this, or more levels. */
export interface JsonBounds {
  /** In bytes of UTF-8, as JSON without blanks. */
  readonly maxBytes: number;
  /** Objects and lists inside each other; a number or a text has none. */
  readonly maxDepth: number;
}

/** Far more levels than people or models write, far fewer than exhaust a stack. */
const MAX_DEPTH = 64;

/**
 * How deep a message may be, whatever it says: the depth of its parts, and of the members around them. Messages are
 * parsed by schemas that go down into them, so deeper ones have to be refused as soon as they are parsed from JSON.
 */
export const MAX_MESSAGE_DEPTH = MAX_DEPTH + 16;

/** The arguments of one call: 1 MiB, half of what Temporal takes as one payload. */
export const ARGUMENT_BOUNDS: JsonBounds = { maxBytes: 1024 * 1024, maxDepth: MAX_DEPTH };

/** One answer to a question: 256 KiB, room for what a model writes, far from Temporal's 2 MiB. */
export const RESPONSE_BOUNDS: JsonBounds = { maxBytes: 256 * 1024, maxDepth: MAX_DEPTH };

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function membersOf(container: object): readonly unknown[] {
  return Array.isArray(container) ? container : Object.values(container);
}

/** Whether objects and lists are nested deeper than so many levels, in a value of any depth. */
export function isDeeper(value: unknown, maxDepth: number): boolean {
  // Level by level rather than by recursion, which is what a deep value would break.
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

/** The size of a value as JSON without blanks, in bytes of UTF-8. It must not be nested without limit. */
export function toJsonBytes(value: unknown): number {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? 0 : new TextEncoder().encode(text).length;
}

/**
 * What a value parsed from JSON has too much of, as a phrase: `1500000 bytes; at most 1048576 are taken`. Takes time
 * in proportion to the value's size, whatever the value is.
 *
 * @returns `undefined` for a value within the bounds.
 */
export function findExcess(value: unknown, { maxBytes, maxDepth }: JsonBounds): string | undefined {
  if (isDeeper(value, maxDepth)) {
    return `more than ${maxDepth} levels of nesting`;
  }
  const bytes = toJsonBytes(value);
  return bytes > maxBytes ? `${bytes} bytes; at most ${maxBytes} are taken` : undefined;
}
