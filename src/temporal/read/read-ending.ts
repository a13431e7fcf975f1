import { ValueError, WorkflowFailedError } from '@temporalio/client';

import type { TemporalCalls } from '../link/temporal-calls.js';

import { type EndedExecution, readRawEnding } from './read-raw-ending.js';

/** The end of an execution. */
export type Ending =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly failure: Error | undefined }
  /** The Workflow returned a value without a JSON form. */
  | { readonly kind: 'unreadable' };

/** Reads the end of a closed execution: one Temporal request, for its close event. */
export async function readEnding(calls: TemporalCalls, execution: EndedExecution): Promise<Ending> {
  const ending = await calls.run(async (client): Promise<Ending> => {
    const handle = client.workflow.getHandle(execution.taskId, execution.runId, {
      followRuns: false,
    });
    try {
      return { kind: 'value', value: (await handle.result()) as unknown };
    } catch (error) {
      if (error instanceof WorkflowFailedError) return { kind: 'failure', failure: error.cause };
      // The memo of this execution was readable. So the result alone is unreadable, and no codec is missing.
      if (error instanceof ValueError) return { kind: 'unreadable' };
      throw error;
    }
  });
  return ending.kind === 'unreadable' ? readRawEnding(calls, execution) : ending;
}
