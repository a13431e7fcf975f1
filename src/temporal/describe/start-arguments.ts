import type { temporal } from '@temporalio/proto';

import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { toJsonBytes } from '../../core/value/json-bounds.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { DescribedExecution } from './describe-execution.js';

/** Maximum size of shown arguments, in bytes of JSON, since people read them. */
const MAX_BYTES = 64 * 1024;

/** Reads the arguments in the first event of a run. `undefined`: they are too large, or cannot be decoded. */
export async function readArgumentsIn(
  calls: TemporalCalls,
  workflowId: string,
  first: temporal.api.history.v1.IHistoryEvent | undefined,
): Promise<readonly unknown[] | undefined> {
  const payloads = first?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  const place = { workflowId, what: 'the arguments of the workflow' };
  const { values } = await calls.payloads.readAll(payloads, place);
  return values && toJsonBytes(values) <= MAX_BYTES ? values : undefined;
}

/**
 * Reads the arguments that the first run of a chain was started with. `undefined`: they are too large, cannot be
 * decoded, or their history is gone.
 *
 * @throws {TaskError} With the code of the Temporal error, if Temporal fails to answer.
 */
export async function fetchStartArguments(
  calls: TemporalCalls,
  workflowId: string,
  { firstRunId }: Pick<DescribedExecution, 'firstRunId'>,
): Promise<readonly unknown[] | undefined> {
  const { namespace } = calls.client.options;
  try {
    const { history } = await calls.run(async (client) =>
      client.workflowService.getWorkflowExecutionHistory({
        namespace,
        execution: { workflowId, runId: firstRunId },
        maximumPageSize: 1,
      }),
    );
    return await readArgumentsIn(calls, workflowId, history?.events?.[0]);
  } catch (error) {
    // Retention may have removed the first run of a long chain.
    if (!isTaskError(error) || error.code === TaskErrorCode.taskNotFound) return undefined;
    throw error;
  }
}

/**
 * Reads the start's arguments as {@link fetchStartArguments} does; `undefined` also if Temporal does not answer now.
 */
export async function readStartArguments(
  ...execution: Parameters<typeof fetchStartArguments>
): Promise<readonly unknown[] | undefined> {
  // People can answer the question without the arguments.
  return fetchStartArguments(...execution).catch(() => undefined);
}
