import { cutText } from './cut-text.js';
import { readMember } from './member-path.js';

/** Longest quotation of one value, in characters. */
const MAX_QUOTED_LENGTH = 200;
/** A member by its path, or `{.}` for the value as a whole. */
const PLACEHOLDER = /\{(\.|\w[\w-]*(?:\.[\w-]+)*)\}/g;
const WHOLE = '.';

/** A value as a person may read it: one line, not long, so that nothing else is hidden behind it. */
function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
  return cutText((text ?? '').replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '), MAX_QUOTED_LENGTH);
}

/** A text in which `{name}` stands for a member of a value, `{a.b}` for one inside it, and `{.}` for the value itself. */
export function fillIn(template: string, value: unknown): string {
  return template.replace(PLACEHOLDER, (_placeholder, path: string) =>
    quote(readMember(value, path === WHOLE ? undefined : path)),
  );
}
