import { readMember } from './member-path.js';
import { quote } from './quote.js';

/** A member by its path, or `{.}` for the value as a whole. */
const PLACEHOLDER = /\{(\.|\w[\w-]*(?:\.[\w-]+)*)\}/g;
const WHOLE = '.';

/** A text in which `{name}` stands for a member of a value, `{a.b}` for one inside it, and `{.}` for the value itself. */
export function fillIn(template: string, value: unknown): string {
  return template.replace(PLACEHOLDER, (_placeholder, path: string) =>
    quote(readMember(value, path === WHOLE ? undefined : path)),
  );
}
