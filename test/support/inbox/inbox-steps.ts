/** Steps before a person opens the inbox: tasks that ask, and answers from elsewhere. */
import { toQuestionLinkId } from '../../../src/core/question/inbox-link.js';
import { type AskedClient, connectAskedHttp } from '../asked-client.js';
import { createTask, untilStatus } from '../steps/rev2025-task-steps.js';

export function toForm(
  message: string,
  properties: Readonly<Record<string, object>> = {},
  required: readonly string[] = [],
): object {
  const requestedSchema = { type: 'object', properties, required };
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

/** Connects an MCP client that starts tasks and takes questions. */
export async function connectClient(url: string, token?: string): Promise<AskedClient> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return connectAskedHttp([url], { headers });
}

/** Starts a task that asks all questions at once, and waits for them. */
export async function startAsking(
  client: AskedClient,
  requests: Readonly<Record<string, object>>,
): Promise<string> {
  const taskId = await createTask(client, 'ask_by_contract', { arguments: { requests } });
  await untilStatus(client, taskId, 'input_required');
  return taskId;
}

/** Returns the text in the middle of a page, as a person reads it. */
export function mainTextOf(page: string): string {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(page) ?? [];
  return main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

/** Addresses in the inbox. */
export interface InboxAddresses {
  readonly home: string;
  readonly decided: string;
  readonly tasks: string;
  readonly task: (taskId: string) => string;
  readonly question: (taskId: string, key: string) => string;
}

/** The addresses in the inbox of a server. */
export function inboxOf(mcpUrl: string): InboxAddresses {
  const home = mcpUrl.replace(/\/mcp$/, '/inbox');
  return {
    home,
    decided: `${home}/decided`,
    tasks: `${home}/tasks`,
    task: (taskId: string) => `${home}/tasks/${taskId}`,
    question: (taskId: string, key: string) =>
      `${home}/questions/${toQuestionLinkId({ taskId, key })}`,
  };
}
