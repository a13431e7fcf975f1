import type { TemporalCalls } from '../link/temporal-calls.js';

/**
 * What tells at a glance whether anything has happened to an execution: a text that is the same as long as nothing has.
 * Heartbeats of Activities do not change it. One describe; nothing of what it brings is decoded.
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
