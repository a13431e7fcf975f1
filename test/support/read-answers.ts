/** Answers to questions, as the history of a Workflow Execution has them. */
import type { Client } from '@temporalio/client';

/** What the history says of the answers that came by Signal. */
export async function readAnswers(temporal: Client, taskId: string): Promise<unknown> {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  const signal = events?.find((event) => event.workflowExecutionSignaledEventAttributes);
  const [payload] = signal?.workflowExecutionSignaledEventAttributes?.input?.payloads ?? [];
  return payload && JSON.parse(Buffer.from(payload.data ?? []).toString());
}

/** Who has answered by a Signal of the Workflow's own, as the history has it. */
export async function readHeader(temporal: Client, taskId: string): Promise<unknown> {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  const signal = events?.find((event) => event.workflowExecutionSignaledEventAttributes);
  const { header } = signal?.workflowExecutionSignaledEventAttributes ?? {};
  const { data } = header?.fields?.['mcp.answeredBy'] ?? {};
  return data && JSON.parse(Buffer.from(data).toString());
}

/** The first answer in the history, with who has given it. */
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
