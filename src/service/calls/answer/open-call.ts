import type { Logger } from '../../../core/logger.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { Repeats } from '../call/repeats.js';
import type { Misfits } from '../call/tool.js';

import type { AnswerBudgets } from './answer-budget.js';
import type { NextTools } from './handle-result.js';

export interface WorkflowToolOptions {
  readonly tool: ToolDefinition;
  readonly tasks: Tasks;
  readonly budgets: AnswerBudgets;
  /** The tools that a handle points to. Absent: no such tools. */
  readonly next: NextTools | undefined;
  readonly repeats: Repeats;
  /** Absent: no log. */
  readonly logger: Logger | undefined;
}

/** The task of a call, which other calls may share. */
export interface StartedCall {
  readonly task: Task;
  /** The call has joined earlier work and started no work. */
  readonly hasJoined: boolean;
  /** Other calls share the task, so it goes on when this call's client leaves. */
  readonly isShared: boolean;
  /** An earlier equal call has started the work. */
  readonly isRepeat: boolean;
  /** The number of answers that did not fit, by the question's key. Default: none. */
  readonly misfits?: Misfits | undefined;
  /** Time at which the host began to wait, by `performance.now()`. Default: now. */
  readonly sinceMs?: number | undefined;
}
