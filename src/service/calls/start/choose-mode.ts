import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import { TaskSupport, type ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { TaskStance } from '../call/tool.js';

/** The form of the answer to a call. With `budgetMs`, it becomes a handle after that time. */
export type CallMode =
  | { readonly kind: 'task' }
  | { readonly kind: 'result' }
  | { readonly kind: 'resultWithin'; readonly budgetMs: number };

/**
 * @throws {TaskError} `taskForbidden` if the client asks for a task of a tool without task support. `taskRequired` if
 * the tool runs as a task only, and the client's revision has tasks but the call accepts none.
 */
export function chooseMode({ name, task }: ToolDefinition, stance: TaskStance): CallMode {
  switch (stance) {
    case 'asksFor':
      if (task.support !== TaskSupport.forbidden) return { kind: 'task' };
      throw new TaskError(
        TaskErrorCode.taskForbidden,
        `Tool ${name} cannot run as a task: call it without "task".`,
      );
    case 'takes':
      if (task.becomesTaskAfterMs === 0) return { kind: 'task' };
      if (task.becomesTaskAfterMs === 'never') return { kind: 'result' };
      return { kind: 'resultWithin', budgetMs: task.becomesTaskAfterMs };
    case 'declines':
      if (task.support !== TaskSupport.required) return { kind: 'result' };
      throw new TaskError(
        TaskErrorCode.taskRequired,
        `Tool ${name} runs as a task only: call it with "task": {}.`,
      );
    case 'knowsNone':
      // A client whose revision has no tasks can call the tool in this way only.
      return { kind: 'result' };
  }
}
