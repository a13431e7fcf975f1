import type { Tasks } from '../../../core/task/tasks.js';
import { BuiltInTool } from '../../../core/tool/built-in-tools.js';
import type { ToolCatalog } from '../../../core/tool/tool-definition.js';
import type { AnswerBudgets } from '../answer/answer-budget.js';
import type { NextTools } from '../answer/handle-result.js';
import type { Repeats } from '../start/repeats.js';

export interface TaskToolsOptions {
  readonly tasks: Tasks;
  readonly catalog: ToolCatalog;
  readonly budgets: AnswerBudgets;
  /** Goes before the name of each, so that two servers in one host do not share names. */
  readonly prefix: string;
  /** Learns of results that are collected. */
  readonly repeats: Repeats;
  /** Address of a task's page. Absent: there are no pages. */
  readonly pageOf?: NextTools['pageOf'];
}

/** The names of the tools that a handle points to. */
export function toNextTools({
  prefix,
  pageOf,
}: Pick<TaskToolsOptions, 'prefix' | 'pageOf'>): NextTools {
  return {
    result: `${prefix}${BuiltInTool.result}`,
    answer: `${prefix}${BuiltInTool.answer}`,
    pageOf,
  };
}

/** Returns true if a model may answer the questions of a tool's tasks. */
export function mayModelAnswer(catalog: ToolCatalog, toolName: string): boolean {
  return catalog.get(toolName)?.modelMayAnswer ?? false;
}
