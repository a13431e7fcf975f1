import type { ActionCatalog } from '../../../core/task/task-action.js';
import type { Tasks } from '../../../core/task/tasks.js';
import type { AnswerBudgets } from '../answer/answer-budget.js';

export interface ActionToolsOptions {
  readonly tasks: Tasks;
  readonly actions: ActionCatalog;
  readonly budgets: AnswerBudgets;
  /** Name of the tool that gives the results of Updates. Absent: no such tool. */
  readonly collect: string | undefined;
  /** The prefix that a gateway gives the names of tools, for texts to models. */
  readonly toolPrefix: string;
}
