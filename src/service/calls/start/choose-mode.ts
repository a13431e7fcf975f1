import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import { TaskSupport, type ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { TaskStance } from '../tool.js';

/** The form of the answer to a call. After `budgetMs`, it is a handle. */
export type CallMode =
  | { readonly kind: 'task' }
  | { readonly kind: 'result' }
  | { readonly kind: 'resultWithin'; readonly budgetMs: number };

/**
 * In which form a call is answered.
 *
 * @throws {TaskError} `taskForbidden` when the client asks for a task of a tool that cannot be one; `taskRequired` when
 * the tool runs as a task only, and the client could have one but does not take it.
 */
export function chooseMode(tool: ToolDefinition, stance: TaskStance): CallMode {
  switch (stance) {
    case 'asksFor':
      if (tool.taskSupport !== TaskSupport.forbidden) return { kind: 'task' };
      throw new TaskError(
        TaskErrorCode.taskForbidden,
        `Tool ${tool.name} cannot run as a task: call it without "task".`,
      );
    case 'takes':
      if (tool.becomesTask === 'always') return { kind: 'task' };
      if (tool.becomesTask === 'never') return { kind: 'result' };
      return { kind: 'resultWithin', budgetMs: tool.becomesTask.afterMs };
    case 'declines':
      if (tool.taskSupport !== TaskSupport.required) return { kind: 'result' };
      throw new TaskError(
        TaskErrorCode.taskRequired,
        `Tool ${tool.name} runs as a task only: call it with "task": {}.`,
      );
    case 'knowsNone':
      // A client whose revision has no tasks could never call the tool in any other way.
      return { kind: 'result' };
  }
}
