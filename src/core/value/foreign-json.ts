/** JSON of somebody else's program: of a Worker in any language, or of a service behind an HTTP API. */
import { parseJson, toWellFormed } from './exact-json.js';

export interface ForeignJson {
  readonly value: unknown;
  /** True if the text has numbers that JSON does not have. They are `null` in the value, or its name. */
  readonly hasNonNumbers: boolean;
}

/** Byte order marks, which some programs write in front of each value. */
const MARKS = /^\uFEFF+/;
/** Such a number alone. */
const NON_NUMBER = /^\s*(-?(?:NaN|Infinity))\s*$/;
/** A string of JSON, or a number that Python writes and JSON does not have. */
const STRING_OR_NON_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;
/** An escaped half of a character. Most texts have none, and need no second look. */
const HALF = /\\u[dD][89a-fA-F]/;

function parseSafely(text: string): unknown {
  const value = parseJson(text);
  return HALF.test(text) ? toWellFormed(value) : value;
}

/**
 * Parses JSON so that each of its values may become part of a text, a payload or a message. Integers beyond ±(2^53 − 1) become
 * `bigint`. NaN and Infinity, which Python writes, become `null`; one that is the whole value becomes its name, since
 * `null` would be no value. Half a character, which UTF-8 cannot carry, becomes U+FFFD. Byte order marks in front go.
 *
 * @throws {SyntaxError} If the text is not JSON in another way.
 */
export function parseForeignJson(written: string): ForeignJson {
  const text = written.replace(MARKS, '');
  try {
    return { value: parseSafely(text), hasNonNumbers: false };
  } catch (error) {
    const [, alone] = NON_NUMBER.exec(text) ?? [];
    if (alone !== undefined) return { value: alone, hasNonNumbers: true };
    const json = text.replaceAll(STRING_OR_NON_NUMBER, (token) =>
      token.startsWith('"') ? token : 'null',
    );
    if (json === text) throw error;
    return { value: parseSafely(json), hasNonNumbers: true };
  }
}
