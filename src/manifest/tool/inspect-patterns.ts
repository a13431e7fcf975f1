import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import type { LocatedProblem } from '../file/located-problem.js';
import { backtrackingOf, findPatterns } from '../schema/backtracking-patterns.js';
import { compilePattern } from '../schema/linear-pattern.js';

/** The finding about a pattern, if any. */
function inspectPattern(source: string): string | undefined {
  const backtracking = backtrackingOf(source);
  const explodes = backtracking === 'much' || backtracking === 'unknown';
  if (compilePattern(source).isLinear) {
    if (!explodes) return undefined;
    return (
      `The pattern ${source} can take very long where JavaScript's own engine or a similar one matches it: ` +
      'in clients, Workers and schema libraries. Here RE2 does, in linear time.'
    );
  }
  const unknown = `RE2, which takes linear time, does not know all of the pattern ${source} (look-ahead, look-behind, references to groups, more than 1,000 repetitions), so that JavaScript's own engine matches it here.`;
  if (!explodes) return unknown;
  return `${unknown} It has so many ways to match that it may take very long for some texts, whose calls are refused. Write it in another way.`;
}

/**
 * Patterns of the tools' schemas that can keep a program busy, or need an engine that could be kept busy. Takes up to
 * half a second a pattern.
 */
export function inspectPatterns(tools: ToolCatalog): LocatedProblem[] {
  const patterns = [...tools.values()].flatMap(({ name, inputSchema, outputSchema }) => [
    ...findPatterns(inputSchema, ['tools', name, 'input']),
    ...findPatterns(outputSchema, ['tools', name, 'output']),
  ]);
  return patterns.flatMap(({ path, source }) => {
    const message = inspectPattern(source);
    return message === undefined ? [] : [{ path, message }];
  });
}
