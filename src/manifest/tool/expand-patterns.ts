import { builtInNames } from '../../core/tool/built-in-tools.js';
import { expandPattern, type SeenWorkflowType } from '../../core/tool/tool-pattern.js';
import type { Manifest } from '../manifest.js';

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
