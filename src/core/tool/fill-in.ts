import { readMember } from '../value/member-path.js';
import { quote } from '../value/quote.js';

/** A member by its path, or `{.}` for the value as a whole. */
const PLACEHOLDER = /\{(\.|\w[\w-]*(?:\.[\w-]+)*)\}/g;
const WHOLE = '.';

/** A text with something in the place of each placeholder: of a path, or of `undefined` for the value as a whole. */
export function fillPlaces(template: string, write: (path: string | undefined) => string): string {
  return template.replace(PLACEHOLDER, (_placeholder, path: string) =>
    write(path === WHOLE ? undefined : path),
  );
}

/** The paths that the placeholders of a text name, without that of the value as a whole. */
export function pathsIn(template: string): readonly string[] {
  return Array.from(template.matchAll(PLACEHOLDER), ([, path = WHOLE]) => path).filter(
    (path) => path !== WHOLE,
  );
}

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
  return fillPlaces(template, (path) => write(readMember(value, path)));
}
