import type { ToolDefinition } from '../core/tool-definition.js';

import { DEFAULT_ANSWER_WITHIN_MS, findHostLimit } from './host-limits.js';
import type { CallRequest } from './tool.js';

/** What a server says of how long its calls may take to be answered, in milliseconds. */
export interface AnswerBudgets {
  /** By the name that a host gives itself, in lower case. It goes before what is known of the host. */
  readonly byHost: ReadonlyMap<string, number>;
}

/**
 * How long a call that does not become a task may wait for its result before it is answered with a handle, in
 * milliseconds. What the tool says counts first; then what the server says of the host; then what is known of the host,
 * of which some wait for longer where they are told of progress.
 */
export function answerBudgetMs(
  { answerWithinMs }: Pick<ToolDefinition, 'answerWithinMs'>,
  { progressToken }: Pick<CallRequest, 'progressToken'>,
  {
    clientName,
    budgets,
  }: { readonly clientName: string | undefined; readonly budgets: AnswerBudgets },
): number {
  if (answerWithinMs !== undefined) return answerWithinMs;
  const configured = budgets.byHost.get(clientName?.toLowerCase() ?? '');
  if (configured !== undefined) return configured;
  const known = findHostLimit(clientName);
  const extended = progressToken === undefined ? undefined : known?.answerWithinWithProgressMs;
  return extended ?? known?.answerWithinMs ?? DEFAULT_ANSWER_WITHIN_MS;
}
