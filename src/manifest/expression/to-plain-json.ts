/** Maximum size of an expression's result: one payload of Temporal, and some more. */
const MAX_SIZE = 4 * 1024 * 1024;
/** Objects and lists inside each other. */
const MAX_DEPTH = 64;
/** Size of a member, or of a value that is no text. */
const MEMBER_SIZE = 2;

/**
 * A plain JSON copy of a value from the library of expressions: without functions and prototypes, and of bounded
 * size, also if it has the same list many times.
 *
 * @throws {Error} When it is too large or too deep, or holds a number that JSON does not have.
 */
export function toPlainJson(value: unknown): unknown {
  let size = 0;
  const count = (more: number): void => {
    size += more;
    if (size > MAX_SIZE) throw new Error(`it gives more than ${MAX_SIZE} bytes`);
  };
  const copy = (one: unknown, depth: number): unknown => {
    count(typeof one === 'string' ? one.length : MEMBER_SIZE);
    if (typeof one === 'number' && !Number.isFinite(one)) throw new Error('it gives no number');
    if (typeof one === 'function' || one === undefined) return null;
    if (typeof one !== 'object' || one === null) return one;
    if (depth > MAX_DEPTH) throw new Error(`it gives more than ${MAX_DEPTH} levels of nesting`);
    if (Array.isArray(one)) return one.map((item: unknown) => copy(item, depth + 1));
    return Object.fromEntries(
      Object.entries(one).map(([name, member]: [string, unknown]) => {
        count(name.length + MEMBER_SIZE);
        return [name, copy(member, depth + 1)];
      }),
    );
  };
  return copy(value, 1);
}
