import { ValueError, WorkflowFailedError } from '@temporalio/client';

import { toCheckedOutcome } from '../core/checked-outcome.js';
import { cutText } from '../core/cut-text.js';
import type { TaskPhase } from '../core/task-status.js';
import type { ToolDefinition } from '../core/tool-definition.js';
import type { TaskOutcome } from '../core/tool-result.js';

import { toFailureOutcome } from './failure-outcome.js';
import { readRawEnding } from './read-raw-ending.js';
import type { TemporalCalls } from './temporal-calls.js';

/** Longest status message made from a result or an error, in characters. */
const MAX_STATUS_MESSAGE_LENGTH = 500;

type Ending =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly failure: Error | undefined }
  | { readonly kind: 'unreadable' };

function toOutcome(ending: Ending, tool: ToolDefinition | undefined): TaskOutcome {
  if (ending.kind === 'failure') return toFailureOutcome(ending.failure);
  // What cannot be read has no JSON form either.
  const value = ending.kind === 'value' ? ending.value : new ArrayBuffer(0);
  return toCheckedOutcome(value, tool ?? {});
}

/** Reads how a closed execution ended: one Temporal request, for its close event. */
export async function readOutcome(
  calls: TemporalCalls,
  execution: { readonly taskId: string; readonly runId: string },
  tool: ToolDefinition | undefined,
): Promise<TaskOutcome> {
  const ending = await calls.run(async (client): Promise<Ending> => {
    const handle = client.workflow.getHandle(execution.taskId, execution.runId, {
      followRuns: false,
    });
    try {
      return { kind: 'value', value: (await handle.result()) as unknown };
    } catch (error) {
      if (error instanceof WorkflowFailedError) return { kind: 'failure', failure: error.cause };
      // The memo of this execution was readable, so this is about its result and not about a missing codec.
      if (error instanceof ValueError) return { kind: 'unreadable' };
      throw error;
    }
  });
  if (ending.kind === 'unreadable') return toOutcome(await readRawEnding(calls, execution), tool);
  return toOutcome(ending, tool);
}

/** The phase of a task that ended so. */
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
 * What the status message of an ended task says. Some clients show nothing else of a failed task, so it has
 * to be enough by itself.
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
