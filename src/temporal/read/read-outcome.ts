import { toCheckedOutcome } from '../../core/task/checked-outcome.js';
import type { TaskPhase } from '../../core/task/task-status.js';
import type { MappedTask } from '../../core/tool/resource-link.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { type TaskOutcome, toUnreadOutcome } from '../../core/tool/tool-result.js';
import { cutText } from '../../core/value/cut-text.js';
import { type Ending, readEnding, RESULT } from '../describe/read-ending.js';
import { toFailureOutcome } from '../link/failure-outcome.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { toUnreadableWords } from '../link/unreadable-payload.js';

/** Longest status message made from a result or an error, in characters. */
const MAX_STATUS_MESSAGE_LENGTH = 500;

export interface OutcomeFor extends Omit<MappedTask, 'taskId'> {
  readonly tool: ToolDefinition | undefined;
}

export async function readOutcome(
  calls: TemporalCalls,
  execution: { readonly taskId: string; readonly runId: string },
  caller: OutcomeFor,
): Promise<TaskOutcome> {
  return toOutcome(await readEnding(calls, execution), execution.taskId, caller);
}

export async function toOutcome(
  ending: Ending,
  taskId: string,
  { tool, ...named }: OutcomeFor,
): Promise<TaskOutcome> {
  if (ending.kind === 'failure') return toFailureOutcome(ending.failure);
  if (ending.kind === 'value') {
    return toCheckedOutcome(ending.value, tool ?? {}, { taskId, ...named });
  }
  return toUnreadOutcome(toUnreadableWords(RESULT, ending.unreadable));
}

export function toClosedPhase(outcome: TaskOutcome): TaskPhase {
  switch (outcome.kind) {
    case 'result': {
      const isError = outcome.result.isError === true && outcome.isUnread !== true;
      return isError ? 'toolError' : 'succeeded';
    }
    case 'error':
      return 'protocolError';
    case 'cancelled':
      return 'cancelled';
  }
}

/**
 * Returns the status message of an ended task. It has to suffice by itself, since some clients show no other part of a
 * failed task.
 */
export function toClosedMessage(outcome: TaskOutcome): string | undefined {
  switch (outcome.kind) {
    case 'result': {
      if (outcome.result.isError !== true) return undefined;
      const text = outcome.result.content.find((block) => block.type === 'text')?.['text'];
      return typeof text === 'string' ? cutText(text, MAX_STATUS_MESSAGE_LENGTH) : undefined;
    }
    case 'error':
      return cutText(outcome.error.message, MAX_STATUS_MESSAGE_LENGTH);
    case 'cancelled':
      return outcome.reason === undefined
        ? 'Cancelled.'
        : cutText(`Cancelled: ${outcome.reason}`, MAX_STATUS_MESSAGE_LENGTH);
  }
}
