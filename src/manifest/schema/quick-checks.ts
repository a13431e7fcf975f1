/** Finds checks that are always quick, so that they run at once. Threads do the others. */
import { isRecord } from '../../core/value/is-record.js';

import { compilePattern } from './linear-pattern.js';

/** Limit of a small value: characters of texts and names, and 1 for each other value. */
const MAX_SIZE = 16 * 1024;
/** With references, a schema can contain itself, and be checked more often than there are values. */
const REFERENCES: readonly string[] = ['$ref', '$dynamicRef', '$recursiveRef'];

function isLinear(pattern: string): boolean {
  try {
    return compilePattern(pattern).isLinear;
  } catch {
    return false;
  }
}

/**
 * Returns true if a keyword's check is quick. A property may have a keyword's name: then the value is a schema, no
 * text.
 */
function isQuickKeyword(keyword: string, value: unknown): boolean {
  if (REFERENCES.includes(keyword)) return false;
  if (keyword === 'pattern') return typeof value !== 'string' || isLinear(value);
  if (keyword === 'patternProperties')
    return !isRecord(value) || Object.keys(value).every(isLinear);
  // `url` is the only format whose pattern backtracks.
  return keyword !== 'format' || value !== 'url';
}

/**
 * Returns true if each part of a schema meets each part of a value at most once, in time in proportion to the value.
 *
 * @param schema Not deeper than a manifest may be.
 */
export function hasQuickChecks(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(hasQuickChecks);
  if (!isRecord(schema)) return true;
  return Object.entries(schema).every(
    ([keyword, value]) => isQuickKeyword(keyword, value) && hasQuickChecks(value),
  );
}

/** Number of members and characters of a value, counted up to a bound. */
export function sizeOf(value: unknown, max: number): number {
  let size = 0;
  const left = [value];
  while (left.length > 0 && size <= max) {
    const next = left.pop();
    size += typeof next === 'string' ? next.length + 1 : 1;
    if (Array.isArray(next)) {
      size += next.length;
      if (size <= max) left.push(...(next as unknown[]));
    } else if (isRecord(next)) {
      for (const name of Object.keys(next)) {
        size += name.length;
        left.push(next[name]);
        if (size > max) break;
      }
    }
  }
  return size;
}

/** Returns true for a value of the size that people and models write. */
export function isSmall(value: unknown): boolean {
  return sizeOf(value, MAX_SIZE) <= MAX_SIZE;
}
