import type { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { readWorkflowMetadata, type WorkflowMetadata } from '../temporal/link/workflow-metadata.js';

import type { RecentExecution } from './recorded-starts.js';

/** Maximum number of executions that are running for their handlers, and the time limit of each, in milliseconds. */
const MAX_ASKED = 3;
const ASK_LIMIT_MS = 2_000;
/** Maximum history of an running execution that has closed, in events: a Worker replays all of it before it answers. */
const MAX_EVENTS_ASKED = 2_000;

/** Asks recent executions of one Workflow Type for their handlers, open ones first. `undefined`: no Worker answers. */
export async function readHandlers(
  calls: TemporalCalls,
  executions: readonly RecentExecution[],
): Promise<WorkflowMetadata | undefined> {
  const running = executions
    .filter(
      // A failed execution may have ended before it registered all of its handlers.
      ({ isOpen, hasEndedBadly, historyLength }) =>
        isOpen || (!hasEndedBadly && historyLength <= MAX_EVENTS_ASKED),
    )
    .sort((a, b) => Number(b.isOpen) - Number(a.isOpen))
    .slice(0, MAX_ASKED);
  return readWorkflowMetadata(calls, running, ASK_LIMIT_MS);
}
