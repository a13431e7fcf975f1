import { isRecord } from '../core/is-record.js';
import type { ToolCatalog } from '../core/tool-definition.js';

import { CHECK_LIMIT_MS } from './limit-time.js';
import { compilePattern } from './linear-pattern.js';
import { formatPath, type ManifestProblem } from './manifest-error.js';

/**
 * How many steps are spent on one pattern, which takes up to half a second. One that takes more has so many ways to match
 * that it can explode.
 */
const MAX_STEPS = 1_000;

/** Keywords whose members are schemas by name, the names of the first being patterns. */
const NAMED_SCHEMAS = [
  'patternProperties',
  'properties',
  '$defs',
  'definitions',
  'dependentSchemas',
];
/** Keywords that hold values, not schemas. */
const VALUES = ['const', 'default', 'enum', 'examples'];

interface LocatedPattern {
  readonly path: readonly PropertyKey[];
  readonly source: string;
}

/** Every pattern in a schema and in the schemas inside it. A schema is parsed from JSON or YAML, so it is no circle. */
function findPatterns(schema: unknown, path: readonly PropertyKey[]): LocatedPattern[] {
  if (Array.isArray(schema)) {
    return schema.flatMap((member, index) => findPatterns(member, [...path, index]));
  }
  if (!isRecord(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]): LocatedPattern[] => {
    const place = [...path, keyword];
    if (keyword === 'pattern' && typeof value === 'string') return [{ path: place, source: value }];
    if (VALUES.includes(keyword)) return [];
    if (!NAMED_SCHEMAS.includes(keyword) || !isRecord(value)) return findPatterns(value, place);
    return Object.entries(value).flatMap(([name, inner]) => [
      ...(keyword === 'patternProperties' ? [{ path: [...place, name], source: name }] : []),
      ...findPatterns(inner, [...place, name]),
    ]);
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
export async function inspectPatterns(tools: ToolCatalog): Promise<ManifestProblem[]> {
  const patterns = [...tools.values()].flatMap(({ name, inputSchema, outputSchema }) => [
    ...findPatterns(inputSchema, ['tools', name, 'input']),
    ...findPatterns(outputSchema, ['tools', name, 'output']),
  ]);
  const warnings: ManifestProblem[] = [];
  for (const { path, source } of patterns) {
    const message = await inspectPattern(source);
    if (message !== undefined) warnings.push({ path: formatPath(path), message });
  }
  return warnings;
}
