/** Patterns that JavaScript's own engine matches, and that would keep it busy. */
import { createRequire } from 'node:module';

import { LRUCache } from 'lru-cache';
import type { isSafePattern } from 'redos-detector';

import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';

import { compilePattern } from './linear-pattern.js';
import { walkSchema } from './walk-schema.js';

/**
 * Steps spent on one pattern, up to half a second. A pattern with more has many ways to match, not all of them slow.
 */
const MAX_STEPS = 1_000;
/** Patterns whose verdict is kept: a reload looks at the same ones again. */
const MAX_KEPT = 1_000;

/** A pattern of a schema, and where it stands. */
export interface LocatedPattern {
  readonly path: readonly PropertyKey[];
  readonly source: string;
  /** The format that stands beside it, as a schema library writes its own patterns. */
  readonly format?: string;
}

/**
 * The work of a backtracking engine for a pattern.
 *
 * - `little`: in proportion to the text
 * - `much`: far more, for some text
 * - `unknown`: the pattern has too many ways to match to tell
 * - `unread`: the detector does not understand it
 */
export type Backtracking = 'little' | 'much' | 'unknown' | 'unread';

/** The used part of `redos-detector`. */
interface RedosDetector {
  readonly isSafePattern: typeof isSafePattern;
}

const kept = new LRUCache<string, Backtracking>({ max: MAX_KEPT });
const require = createRequire(import.meta.url);

function detect(source: string): Backtracking {
  // Loaded here, because it takes a while and few manifests need it.
  const detector = require('redos-detector') as RedosDetector;
  try {
    const { safe, error } = detector.isSafePattern(source, { unicode: true, maxSteps: MAX_STEPS });
    if (safe) return 'little';
    return error === 'hitMaxScore' ? 'much' : 'unknown';
  } catch {
    return 'unread';
  }
}

/** The possible work of JavaScript's engine for a pattern. Takes up to half a second for a new pattern. */
export function backtrackingOf(source: string): Backtracking {
  const verdict = kept.get(source) ?? detect(source);
  kept.set(source, verdict);
  return verdict;
}

/** Every pattern in a schema and in the schemas inside it. */
export function findPatterns(root: unknown, start: readonly PropertyKey[]): LocatedPattern[] {
  return walkSchema(root, start).flatMap(({ path, schema }) => {
    const { pattern, patternProperties, format } = schema;
    const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
    const beside = typeof format === 'string' ? { format } : {};
    return [
      ...(typeof pattern === 'string'
        ? [{ path: [...path, 'pattern'], source: pattern, ...beside }]
        : []),
      ...names.map((name) => ({ path: [...path, 'patternProperties', name], source: name })),
    ];
  });
}

/** The patterns of a valid schema that could keep the server busy for one short text. */
export function findHarmfulPatterns(
  root: ObjectSchema,
  path: readonly PropertyKey[],
  { isZod }: { readonly isZod: boolean },
): LocatedPattern[] {
  return findPatterns(root, path).filter(({ source, format }) =>
    // A zod object matches its patterns itself, with JavaScript's engine. Those of its formats are its own.
    isZod
      ? format === undefined && backtrackingOf(source) === 'much'
      : !compilePattern(source).isLinear && backtrackingOf(source) === 'much',
  );
}
