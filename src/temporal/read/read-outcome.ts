import { toCheckedOutcome } from '../../core/task/checked-outcome.js';
import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import type { MappedTask } from '../../core/tool/resource-link.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { type TaskOutcome, toUnreadOutcome } from '../../core/tool/tool-result.js';
import { cutText } from '../../core/value/cut-text.js';
import {
  type EndedExecution,
  type ExecutionEnd,
  readEnding,
  toResultWords,
} from '../describe/read-ending.js';
import { toFailureOutcome } from '../link/failure-outcome.js';
import { toCauseTypes } from '../link/failure-text.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { toUnreadableWords } from '../link/unreadable-payload.js';

import type { TaskReading } from './to-task.js';

/** Longest status message made from a result or an error, in characters. */
const MAX_STATUS_MESSAGE_LENGTH = 500;

export interface OutcomeFor extends Omit<MappedTask, 'taskId'> {
  readonly tool: ToolDefinition | undefined;
}

export async function readOutcome(
  calls: TemporalCalls,
  execution: EndedExecution,
  caller: OutcomeFor,
): Promise<TaskOutcome> {
  return toOutcome(await readEnding(calls, execution), execution.taskId, caller);
}

export async function toOutcome(
  ending: ExecutionEnd,
  taskId: string,
  { tool, ...named }: OutcomeFor,
): Promise<TaskOutcome> {
  if (ending.kind === 'failure') {
    const causes = ending.failure && toCauseTypes(ending.failure);
    if (causes) named.logger?.info({ taskId, causes }, 'The types of the causes of a failed task');
    return toFailureOutcome(ending.failure, kindOfTaskId(taskId));
  }
  if (ending.kind === 'value') {
    return toCheckedOutcome(ending.value, tool ?? {}, { taskId, ...named });
  }
  return toUnreadOutcome(toUnreadableWords(toResultWords(taskId), ending.unreadable));
}

/** The parts of an ended task that follow from its outcome. */
export type EndedWith = Pick<TaskReading, 'phase' | 'statusMessage'> & {
  readonly outcome: TaskOutcome;
};

/**
 * Makes the parts of a task that has ended. Its status message has to suffice by itself, since some clients show no
 * other part of a failed task.
 */
export function endedWith(outcome: TaskOutcome): EndedWith {
  const cut = (text: string): string => cutText(text, MAX_STATUS_MESSAGE_LENGTH);
  switch (outcome.kind) {
    case 'result': {
      const { isError, content } = outcome.result;
      if (isError !== true) return { phase: 'succeeded', outcome };
      const text = content.find((block) => block.type === 'text')?.['text'];
      const statusMessage = typeof text === 'string' ? cut(text) : undefined;
      return { phase: outcome.isUnread ? 'succeeded' : 'toolError', statusMessage, outcome };
    }
    case 'error':
      return { phase: 'protocolError', statusMessage: cut(outcome.error.message), outcome };
    case 'cancelled': {
      const { reason } = outcome;
      const statusMessage = reason === undefined ? 'Cancelled.' : cut(`Cancelled: ${reason}`);
      return { phase: 'cancelled', statusMessage, outcome };
    }
  }
}
