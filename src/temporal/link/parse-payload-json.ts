import { parseJson } from '../../core/value/exact-json.js';

export interface ParsedJson {
  readonly value: unknown;
  /** True if the text has numbers that JSON does not have. They are `null` in the value, or its name. */
  readonly hasNonNumbers: boolean;
}

/** Such a number alone. */
const NON_NUMBER = /^\s*(-?(?:NaN|Infinity))\s*$/;
/** A string of JSON, or a number that Python writes and JSON does not have. */
const STRING_OR_NON_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses the JSON of a payload. Integers beyond ±(2^53 − 1) become `bigint`. NaN and Infinity, which Python writes, become `null`; one that is the whole
 * value becomes its name, since `null` would be no value.
 *
 * @throws {SyntaxError} If the text is not JSON in another way.
 */
export function parsePayloadJson(text: string): ParsedJson {
  try {
    return { value: parseJson(text), hasNonNumbers: false };
  } catch (error) {
    const [, alone] = NON_NUMBER.exec(text) ?? [];
    if (alone !== undefined) return { value: alone, hasNonNumbers: true };
    const json = text.replaceAll(STRING_OR_NON_NUMBER, (token) =>
      token.startsWith('"') ? token : 'null',
    );
    if (json === text) throw error;
    return { value: parseJson(json), hasNonNumbers: true };
  }
}
