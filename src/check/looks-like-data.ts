/**
 * Recognizes names that come from data, not from the author of code. Names of members, Signals and memo keys are
 * copied into manifests, where customers, IDs and tokens must not appear. In doubt a name is data: a missing name can
 * be added by hand, but a copied one cannot be taken back.
 */

/** Names of code are words: letters, digits, `_`, `-`, `.` and `$`, and no digit at the start. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u;
/** Longest name, in characters. Tokens and paths are longer. */
const MAX_NAME_LENGTH = 40;
/** Maximum number of digits. More digits show an ID, a year or a part of a token. */
const MAX_DIGITS = 2;
/** Words that contain digits, such as `sha256`. */
const NUMBERED_WORD = /(?:sha|md|crc|utf|base|iso|rfc|ipv|int|uint|float)[-_]?\d{1,4}/giu;
/** A stem and a number: `order-17`, `customer_42`. A single digit is allowed: `line_2` may name a line. */
const NUMBERED = /[-_.$]\d{2,}$/u;

export function looksLikeData(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) return true;
  const own = name.replace(NUMBERED_WORD, '');
  const digits = own.match(/\p{N}/gu)?.length ?? 0;
  return digits > MAX_DIGITS || NUMBERED.test(own);
}
