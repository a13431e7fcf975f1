import { toJsonBytes } from '../../core/value/json-bounds.js';
import { decodePayload } from '../link/decode-payload.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { DescribedExecution } from '../read/describe-execution.js';

/** More is not shown, in bytes of JSON: people are to read it. */
const MAX_BYTES = 64 * 1024;

/** The arguments of a chain's first run; `undefined` if they are too large, or cannot be read. */
export async function readStartArguments(
  calls: TemporalCalls,
  workflowId: string,
  { firstRunId }: Pick<DescribedExecution, 'firstRunId'>,
): Promise<readonly unknown[] | undefined> {
  const { namespace, loadedDataConverter } = calls.client.options;
  try {
    const { history } = await calls.run(async (client) =>
      client.workflowService.getWorkflowExecutionHistory({
        namespace,
        execution: { workflowId, runId: firstRunId },
        maximumPageSize: 1,
      }),
    );
    const [first] = history?.events ?? [];
    const payloads = first?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    const values = await Promise.all(
      payloads.map(async (payload) => decodePayload(loadedDataConverter, payload)),
    );
    return toJsonBytes(values) > MAX_BYTES ? undefined : values;
  } catch {
    // Retention may have removed the first run of a long chain. The question can be answered without.
    return undefined;
  }
}
