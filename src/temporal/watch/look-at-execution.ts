import type { TemporalCalls } from '../link/temporal-calls.js';

/**
 * A mark that changes when the execution does, except for heartbeats of Activities. One describe; its payloads are
 * not decoded.
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
