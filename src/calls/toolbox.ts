import { TaskError, TaskErrorCode } from '../core/errors.js';
import type { Tasks } from '../core/tasks.js';
import type { ToolCatalog } from '../core/tool-definition.js';

import type { Tool, ToolListing } from './tool.js';
import { createWorkflowTool } from './workflow-tool.js';

/** The tools of a server, of all kinds. */
export interface Toolbox {
  readonly list: () => readonly ToolListing[];
  readonly has: (name: string) => boolean;
  /** @throws {TaskError} `unknownTool` when no tool has that name. */
  readonly find: (name: string) => Tool;
}

/** The tools of a catalog, on what runs their tasks. */
export function createToolbox(tasks: Tasks, catalog: ToolCatalog): Toolbox {
  const tools = new Map<string, Tool>(
    [...catalog].map(([name, definition]) => [name, createWorkflowTool(definition, tasks)]),
  );
  return {
    list: () => [...tools.values()].map(({ listing }) => listing),
    has: (name) => tools.has(name),
    find: (name) => {
      const tool = tools.get(name);
      if (tool) return tool;
      throw new TaskError(TaskErrorCode.unknownTool, `Unknown tool: ${name}`);
    },
  };
}
