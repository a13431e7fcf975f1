/** Questions, answers and steps that the tests of questions share. */
import type { Client } from '@temporalio/client';

import type { AskedClient } from '../asked-client.js';

import { createTask } from './rev2025-task-steps.js';

/** An answer to the question of `confirm_delete`. */
export const YES = { action: 'accept', content: { confirm: true } };

/** A form with one field, as a Workflow publishes it. */
export const NAME_FORM = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'What is your name?',
    requestedSchema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 2 } },
      required: ['name'],
    },
  },
};

/** A request to a model, as a Workflow publishes it. */
export const SUMMARY_REQUEST = {
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'Summarize.' } }],
    maxTokens: 10,
  },
};

/** Creates a task whose answers only the server checks, and returns its ID. */
export async function askByContract(
  client: Pick<AskedClient, 'request'>,
  requests: Readonly<Record<string, object>>,
): Promise<string> {
  return createTask(client, 'ask_by_contract', { arguments: { requests } });
}

/** Number of Signals with answers that Temporal has recorded for a task. */
export async function countAnswers(temporal: Client, taskId: string): Promise<number> {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  return (events ?? []).filter(
    (event) => event.workflowExecutionSignaledEventAttributes?.signalName === 'mcp.task.input',
  ).length;
}
