import type { MessageRefusal } from '../../core/task/task-message.js';
import { inShell } from '../../core/value/quote.js';

import { findRefusal } from './from-temporal-error.js';
import type { RefusingState } from './service-texts.js';

/** The command with which an operator continues a paused Workflow. */
export function toUnpauseCommand(workflowId: string): string {
  return `temporal workflow unpause --workflow-id ${inShell(workflowId)}`;
}

export function toRefusal(state: RefusingState, workflowId: string): MessageRefusal {
  switch (state) {
    case 'paused':
      return {
        why: 'The workflow is paused',
        mend: `Try again once an operator has continued it: ${toUnpauseCommand(workflowId)}`,
      };
    case 'failing':
      return {
        why: "The workflow's code fails",
        mend: 'Try again once its operator has mended the code.',
      };
    case 'full':
      return {
        why: 'The workflow has had as many updates as Temporal allows',
        mend: 'Trying again will not help.',
      };
  }
}

/**
 * Reads the error of a Query or an Update that the service has refused at once.
 *
 * @throws the error if it is another one
 */
export function asRefused(
  error: unknown,
  workflowId: string,
): { readonly kind: 'refused'; readonly refusal: MessageRefusal } {
  const state = findRefusal(error);
  if (state === undefined) throw error;
  return { kind: 'refused', refusal: toRefusal(state, workflowId) };
}
