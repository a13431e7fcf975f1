import type { Written } from '../../definition/leaves.js';

/** The texts or expressions in a value, at any depth. In a tree of texts, `{ expression: … }` has an expression. */
export function textsInTree(value: unknown, of: Omit<Written, 'text'>): Written[] {
  if (typeof value === 'string') return [{ ...of, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).map(([key, one]: [string, unknown]) => ({
    one,
    path: [...of.path, Array.isArray(value) ? Number(key) : key],
  }));
  const isComputed = members.length === 1 && 'expression' in value && of.kind === 'text';
  const kind = isComputed ? 'expression' : of.kind;
  return members.flatMap(({ one, path }) => textsInTree(one, { ...of, path, kind }));
}
