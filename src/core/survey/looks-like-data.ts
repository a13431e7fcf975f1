/**
 * Whether a name was given by somebody's data, and not by the author of the code. Names of members, of Signals and of
 * memo keys are copied into manifests; what could be a customer, an ID or a token must not be. In doubt it is data: what is
 * left out can be written by hand, and what is copied cannot be taken back.
 */

/** Names of code are words: letters, digits, `_`, `-`, `.` and `$`, and no digit at the start. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u;
/** Longest name, in characters. Tokens and paths are longer. */
const MAX_NAME_LENGTH = 40;
/** So many digits are an ID, a year or a part of a token. */
const MAX_DIGITS = 2;
/** Words that have their digits by themselves. */
const NUMBERED_WORD = /(?:sha|md|crc|utf|base|iso|rfc|ipv|int|uint|float)[-_]?\d{1,4}/giu;
/** `order-17`, `customer_42`: a stem and a number of its own. `line_2` is the name of a line. */
const NUMBERED = /[-_.$]\d{2,}$/u;

/** Whether a text could be data, and no name that an author of code has given. */
export function looksLikeData(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) return true;
  const own = name.replace(NUMBERED_WORD, '');
  const digits = own.match(/\p{N}/gu)?.length ?? 0;
  return digits > MAX_DIGITS || NUMBERED.test(own);
}
