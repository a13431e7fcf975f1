import { readMember } from '../value/member-path.js';
import { quote } from '../value/quote.js';

/** A member by its path, or `{.}` for the value as a whole. */
const PLACEHOLDER = /\{(\.|\w[\w-]*(?:\.[\w-]+)*)\}/g;
const WHOLE = '.';

/**
 * Fills in a text: `{name}` stands for a member of a value, `{a.b}` for a nested one, and `{.}` for the value itself.
 *
 * @param write Writes one value. Default: on one line, shortened.
 */
export function fillIn(
  template: string,
  value: unknown,
  write: (member: unknown) => string = quote,
): string {
  return template.replace(PLACEHOLDER, (_placeholder, path: string) =>
    write(readMember(value, path === WHOLE ? undefined : path)),
  );
}
