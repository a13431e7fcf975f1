import { walkSchema } from '../../core/tool/walk-schema.js';
import { isRecord } from '../../core/value/is-record.js';

import { compilePattern } from './linear-pattern.js';

/** `$ref`, `$id`, `$anchor` and the like: their names may be missing or duplicate. */
const NAMELESS: readonly string[] = ['$schema', '$comment', '$defs'];

/** Returns true if any part of a schema refers to another one, or has a name. */
export function hasReferences(root: unknown): boolean {
  return walkSchema(root, []).some(({ schema }) =>
    Object.keys(schema).some((keyword) => keyword.startsWith('$') && !NAMELESS.includes(keyword)),
  );
}

function isSound(pattern: string): boolean {
  try {
    compilePattern(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Returns true if all patterns of a schema compile. */
export function hasSoundPatterns(root: unknown): boolean {
  return walkSchema(root, []).every(({ schema: { pattern, patternProperties } }) => {
    const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
    return [...(typeof pattern === 'string' ? [pattern] : []), ...names].every(isSound);
  });
}
