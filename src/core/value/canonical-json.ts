import { isRecord } from './is-record.js';

/**
 * JSON with the members of every object in one order, so that equal values have equal texts. The value must not be nested
 * without limit.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join()}]`;
  if (!isRecord(value)) return value === undefined ? 'null' : JSON.stringify(value);
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonicalJson(value[name])}`).join()}}`;
}
