/** Answers to questions, from the history of a Workflow Execution. */
import type { Client } from '@temporalio/client';

/** Reads the answers in the first Signal. */
export async function readAnswers(temporal: Client, taskId: string): Promise<unknown> {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  const signal = events?.find((event) => event.workflowExecutionSignaledEventAttributes);
  const [payload] = signal?.workflowExecutionSignaledEventAttributes?.input?.payloads ?? [];
  return payload && JSON.parse(Buffer.from(payload.data ?? []).toString());
}

/** Reads who has answered, from the header of the first Signal, which may be the Workflow's own. */
export async function readHeader(temporal: Client, taskId: string): Promise<unknown> {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  const signal = events?.find((event) => event.workflowExecutionSignaledEventAttributes);
  const { header } = signal?.workflowExecutionSignaledEventAttributes ?? {};
  const { data } = header?.fields?.['mcp.answeredBy'] ?? {};
  return data && JSON.parse(Buffer.from(data).toString());
}

/** Reads the first Signal or Update as text: its header, and the arguments of a Signal. */
export async function readFirstAnswer(temporal: Client, taskId: string): Promise<string> {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  for (const event of events ?? []) {
    const signal = event.workflowExecutionSignaledEventAttributes;
    const update = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input;
    if (!signal && !update) continue;
    const header = Object.values((signal ?? update)?.header?.fields ?? {});
    const all = [...header, ...(signal?.input?.payloads ?? [])];
    return all.map(({ data }) => Buffer.from(data ?? []).toString()).join('');
  }
  return '';
}
