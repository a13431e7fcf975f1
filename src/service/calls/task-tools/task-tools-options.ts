import type { Tasks } from '../../../core/task/tasks.js';
import { BuiltInTool } from '../../../core/tool/built-in-tools.js';
import type { ToolCatalog } from '../../../core/tool/tool-definition.js';
import type { AnswerBudgets } from '../answer/answer-budget.js';
import type { NextTools } from '../answer/handle-result.js';
import type { Repeats } from '../call/repeats.js';

export interface TaskToolsOptions {
  readonly tasks: Tasks;
  readonly catalog: ToolCatalog;
  readonly budgets: AnswerBudgets;
  /** Prefix of the name of each tool, so that two servers in one host have different names. */
  readonly prefix: string;
  /** The prefix that a gateway gives the names of tools, for texts to models. */
  readonly toolPrefix: string;
  /** Forgets calls whose results are collected. */
  readonly repeats: Repeats;
  /** Returns the address of a task's page. Absent: the server has no pages. */
  readonly pageOf?: NextTools['pageOf'] | undefined;
}

/** The names of the tools that a handle points to. */
export function toNextTools({
  prefix,
  toolPrefix,
  pageOf,
}: Pick<TaskToolsOptions, 'prefix' | 'toolPrefix' | 'pageOf'>): NextTools {
  const toName = (tool: string): string => `${toolPrefix}${prefix}${tool}`;
  return {
    result: toName(BuiltInTool.result),
    answer: toName(BuiltInTool.answer),
    toolPrefix,
    pageOf,
  };
}

export function mayModelAnswer(catalog: ToolCatalog, toolName: string): boolean {
  return catalog.get(toolName)?.access.modelMayAnswer ?? false;
}
