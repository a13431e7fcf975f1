import { readMember } from '../value/member-path.js';
import { quote } from '../value/quote.js';

/** The path of a member, or `{.}` for the whole value. */
const PLACEHOLDER = /\{(\.|[\p{L}\p{N}_$@][\p{L}\p{M}\p{N}_$@-]*(?:\.[\p{L}\p{M}\p{N}_$@-]+)*)\}/gu;
const WHOLE = '.';

/** Replaces each placeholder of a text. `write` gets its path, or `undefined` for the whole value. */
export function fillPlaces(template: string, write: (path: string | undefined) => string): string {
  return template.replace(PLACEHOLDER, (_placeholder, path: string) =>
    write(path === WHOLE ? undefined : path),
  );
}

/** The paths that a text's placeholders name. `{.}` is left out. */
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
