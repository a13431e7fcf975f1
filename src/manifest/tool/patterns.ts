/** Entries of `tools` that stand for several tools: their checks, and the tools that they become. */
import { builtInNames } from '../../core/tool/built-in-tools.js';
import { expandPattern, type SeenWorkflowType } from '../../core/tool/tool-pattern.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import type { WorkflowSource } from '../group/workflow-group.js';
import type { Manifest } from '../manifest.js';

/** Returns true if an entry of `tools` is a pattern. */
export function isPattern(name: string, { type }: Pick<WorkflowSource, 'type'>): boolean {
  return name.includes('*') || type.includes('*');
}

function countStars(text: string): number {
  return text.split('*').length - 1;
}

/** Contradictions in a pattern. */
export function checkPattern(
  name: string,
  { type, adopt }: WorkflowSource,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  const problems: LocatedProblem[] = [];
  if (countStars(type) !== 1 || countStars(name) !== 1) {
    const message = `The name of a pattern has one "*", and its Workflow Type too: it becomes in the one what it stands for in the other, as in "orders_*" and "orders.*".`;
    problems.push({ path: [...path, 'workflow', 'type'], message });
  }
  if (/['"\\]/.test(type)) {
    const message = 'A Workflow Type with quotes cannot be looked for.';
    problems.push({ path: [...path, 'workflow', 'type'], message });
  }
  if (adopt !== undefined) {
    const message =
      'Executions of several Workflow Types cannot be adopted by one rule: write each out.';
    problems.push({ path: [...path, 'workflow', 'adopt'], message });
  }
  return problems;
}

/**
 * Adds a tool for every Workflow Type that a pattern matches, after the written tools. The first matching pattern
 * counts. The tools of a pattern are sorted by Workflow Type. A tool whose name is taken, also by a built-in tool, is
 * left out.
 */
export function expandPatterns(manifest: Manifest, seen: readonly SeenWorkflowType[]): Manifest {
  const { patterns = [], actions = new Map() } = manifest;
  const tools = new Map(manifest.tools);
  const sorted = [...seen].sort((a, b) => (a.workflowType < b.workflowType ? -1 : 1));
  for (const pattern of patterns) {
    const taken = {
      names: new Set([...tools.keys(), ...actions.keys(), ...builtInNames(manifest.taskTools)]),
      workflowTypes: new Set(Array.from(tools.values(), ({ workflowType }) => workflowType)),
    };
    for (const [name, tool] of expandPattern(pattern, sorted, taken)) tools.set(name, tool);
  }
  return { ...manifest, tools };
}
