import { isBytes } from './bytes.js';
import { toJson } from './exact-json.js';
import { isRecord } from './is-record.js';

/**
 * JSON with sorted members, so that equal values have equal texts. Check the depth of the value first: deep nesting
 * exhausts the stack.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join()}]`;
  if (!isRecord(value) || isBytes(value)) return toJson(value) ?? 'null';
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonicalJson(value[name])}`).join()}}`;
}

/**
 * JSON by which keys and calls are compared: texts that look the same, composed or decomposed, count as equal. Databases
 * and file systems hand out either.
 */
export function toComparedJson(value: unknown): string {
  return toCanonicalJson(value).normalize('NFC');
}
