import { expandPattern, type SeenWorkflowType } from '../../core/tool/tool-pattern.js';
import type { Manifest } from '../manifest.js';

/**
 * A manifest with a tool for every Workflow Type that one of its patterns matches, after those that are written out. The
 * first pattern that matches counts. Their order is that of their names, whatever was seen first.
 */
export function expandPatterns(manifest: Manifest, seen: readonly SeenWorkflowType[]): Manifest {
  const { patterns = [], actions = new Map() } = manifest;
  const tools = new Map(manifest.tools);
  const sorted = [...seen].sort((a, b) => (a.workflowType < b.workflowType ? -1 : 1));
  for (const pattern of patterns) {
    const taken = {
      names: new Set([...tools.keys(), ...actions.keys()]),
      workflowTypes: new Set(Array.from(tools.values(), ({ workflowType }) => workflowType)),
    };
    for (const [name, tool] of expandPattern(pattern, sorted, taken)) tools.set(name, tool);
  }
  return { ...manifest, tools };
}
