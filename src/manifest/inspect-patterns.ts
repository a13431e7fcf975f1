import { isRecord } from '../core/is-record.js';
import type { ToolCatalog } from '../core/tool-definition.js';

import { CHECK_LIMIT_MS } from './limit-time.js';
import { compilePattern } from './linear-pattern.js';
import type { LocatedProblem } from './located-problem.js';
import { walkSchema } from './walk-schema.js';

/**
 * How many steps are spent on one pattern, which takes up to half a second. One that takes more has so many ways to match
 * that it can explode.
 */
const MAX_STEPS = 1_000;

interface LocatedPattern {
  readonly path: readonly PropertyKey[];
  readonly source: string;
}

/** Every pattern in a schema and in the schemas inside it. */
function findPatterns(root: unknown, start: readonly PropertyKey[]): LocatedPattern[] {
  return walkSchema(root, start).flatMap(({ path, schema }) => {
    const { pattern, patternProperties } = schema;
    const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
    return [
      ...(typeof pattern === 'string' ? [{ path: [...path, 'pattern'], source: pattern }] : []),
      ...names.map((name) => ({ path: [...path, 'patternProperties', name], source: name })),
    ];
  });
}

/** Whether some text makes an engine that goes back over it take much longer than its length explains. */
async function canExplode(source: string): Promise<boolean> {
  // Loaded here, because it takes a while and only an inspection needs it.
  const { isSafePattern } = await import('redos-detector');
  try {
    return !isSafePattern(source, { unicode: true, maxSteps: MAX_STEPS }).safe;
  } catch {
    // A pattern that the detector cannot read is not known to explode.
    return false;
  }
}

/** What is to be said of a pattern, if anything is. */
async function inspectPattern(source: string): Promise<string | undefined> {
  const explodes = await canExplode(source);
  if (compilePattern(source).isLinear) {
    if (!explodes) return undefined;
    return (
      `The pattern ${source} can take very long where JavaScript's own engine or a similar one matches it: ` +
      'in clients, Workers and schema libraries. Here RE2 does, in linear time.'
    );
  }
  const unknown = `RE2, which takes linear time, does not know all of the pattern ${source} (look-ahead, look-behind, references to groups, more than 1,000 repetitions), so that JavaScript's own engine matches it here.`;
  if (!explodes) return unknown;
  return `${unknown} It can take very long: for up to ${CHECK_LIMIT_MS} ms a call, the server does nothing else, and the call is refused. Write it in another way.`;
}

/**
 * Which patterns of the tools' schemas can keep a program busy, or are matched by an engine that could be kept busy. Takes
 * up to half a second a pattern.
 */
export async function inspectPatterns(tools: ToolCatalog): Promise<LocatedProblem[]> {
  const patterns = [...tools.values()].flatMap(({ name, inputSchema, outputSchema }) => [
    ...findPatterns(inputSchema, ['tools', name, 'input']),
    ...findPatterns(outputSchema, ['tools', name, 'output']),
  ]);
  const warnings: LocatedProblem[] = [];
  for (const { path, source } of patterns) {
    const message = await inspectPattern(source);
    if (message !== undefined) warnings.push({ path, message });
  }
  return warnings;
}
