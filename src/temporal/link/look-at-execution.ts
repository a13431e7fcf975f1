import type { TemporalCalls } from './temporal-calls.js';

/**
 * Returns a mark that changes with the execution, except for heartbeats of Activities. It costs one describe, without
 * decoding of payloads.
 */
export async function lookAtExecution(calls: TemporalCalls, workflowId: string): Promise<string> {
  const { workflowExecutionInfo } = await calls.run(async (client) =>
    client.workflowService.describeWorkflowExecution({
      namespace: client.options.namespace,
      execution: { workflowId },
    }),
  );
  const { execution, status, historyLength } = workflowExecutionInfo ?? {};
  return `${execution?.runId ?? ''} ${status ?? ''} ${String(historyLength)}`;
}
