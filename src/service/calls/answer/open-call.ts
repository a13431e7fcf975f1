import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { Repeats } from '../start/repeats.js';
import type { CallContext, CallRequest } from '../tool.js';

import type { AnswerBudgets } from './answer-budget.js';
import type { NextTools } from './handle-result.js';

export interface WorkflowToolOptions {
  readonly tool: ToolDefinition;
  readonly tasks: Tasks;
  readonly budgets: AnswerBudgets;
  /** The tools that a handle points to. Absent: there are none. */
  readonly next: NextTools | undefined;
  readonly repeats: Repeats;
}

/** A call on its way. */
export interface OpenCall {
  readonly request: CallRequest;
  readonly context: CallContext;
}

/** The task of a call, which may be another call's as well. */
export interface StartedCall {
  readonly task: Task;
  /** The call has joined earlier work and has started nothing. */
  readonly hasJoined: boolean;
  /** Other calls share the task, so it goes on when this one is left. */
  readonly isShared: boolean;
  /** When the host began to wait for it, by `performance.now()`. Default: now. */
  readonly sinceMs?: number;
}
