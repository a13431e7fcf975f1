import { toCheckedOutcome } from '../../core/task/checked-outcome.js';
import type { TaskPhase } from '../../core/task/task-status.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { TaskOutcome } from '../../core/tool/tool-result.js';
import { cutText } from '../../core/value/cut-text.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { toFailureOutcome } from './failure-outcome.js';
import { type Ending, readEnding } from './read-ending.js';

/** Longest status message made from a result or an error, in characters. */
const MAX_STATUS_MESSAGE_LENGTH = 500;

/** The tool and the caller for whom an end is described. */
export interface OutcomeFor {
  readonly toolName: string;
  readonly owner: string;
  readonly tool: ToolDefinition | undefined;
}

/** The end of a closed execution, for the tool's caller. */
export async function readOutcome(
  calls: TemporalCalls,
  execution: { readonly taskId: string; readonly runId: string },
  caller: OutcomeFor,
): Promise<TaskOutcome> {
  return toOutcome(await readEnding(calls, execution), execution.taskId, caller);
}

/** An end that was read, for the tool's caller. */
export async function toOutcome(
  ending: Ending,
  taskId: string,
  { tool, ...named }: OutcomeFor,
): Promise<TaskOutcome> {
  if (ending.kind === 'failure') return toFailureOutcome(ending.failure);
  // An unreadable value counts as one without a JSON form.
  const value = ending.kind === 'value' ? ending.value : new ArrayBuffer(0);
  return toCheckedOutcome(value, tool ?? {}, { taskId, ...named });
}

/** Returns the phase of a task with this end. */
export function toClosedPhase(outcome: TaskOutcome): TaskPhase {
  switch (outcome.kind) {
    case 'result':
      return outcome.result.isError === true ? 'toolError' : 'succeeded';
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
      return 'Cancelled.';
  }
}
