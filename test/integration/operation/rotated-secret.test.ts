import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { connectRawHttp, initializeParams, post, type RawMessage } from '../../support/raw-mcp.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import {
  createTask,
  getTask,
  listTaskIds,
  resultOf,
} from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const SESSION_HEADER = 'mcp-session-id';

const given = withTestServers();

/** A server process for the same tasks, with these secrets. */
const startServer = (secret: string, previous?: string): Promise<TestServer> =>
  startMcpServer({
    ...given().options,
    environment: {
      TEMPORAL_MCP_TASKS_SECRET: secret,
      TEMPORAL_MCP_TASKS_PREVIOUS_SECRET: previous,
    },
  });

/** The session that a client with forms begins. */
async function initialize(url: string): Promise<string> {
  const params = { ...initializeParams(), capabilities: { elicitation: {} } };
  const response = await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  await response.text();
  const session = response.headers.get(SESSION_HEADER);
  if (session === null) throw new Error('The server has begun no session.');
  return session;
}

/** Reads an event stream until it brings a request to the client. */
async function untilRequest(response: Response): Promise<RawMessage> {
  if (!response.body) throw new Error('There is no stream.');
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    // The last line may be incomplete.
    for (const line of text.split('\n').slice(0, -1)) {
      if (!line.startsWith('data: {')) continue;
      const message = JSON.parse(line.slice('data: '.length)) as RawMessage;
      if (message.method !== undefined && message.id !== undefined) return message;
    }
  }
  throw new Error(`The stream has ended without a request: ${text}`);
}

describe('a server process whose secret was rotated', () => {
  it('goes on with the session, the open question and the tasks of the process before', async () => {
    const oldSecret = `${randomUUID()}${randomUUID()}`;
    const first = await startServer(oldSecret);
    const session = await initialize(first.url);
    const headers = { [SESSION_HEADER]: session };
    const waiting = await createTask(connectRawHttp(first.url), 'wait_for_finish');
    const asking = await createTask(connectRawHttp(first.url), 'wait_for_answer', {
      arguments: { opening: 'atOnce' },
    });
    const stream = await post(
      first.url,
      { jsonrpc: '2.0', id: 2, method: 'tasks/result', params: { taskId: asking } },
      { headers },
    );
    const question = await within(PATIENCE_MS, untilRequest(stream));
    await first.kill();

    const second = await startServer(`${randomUUID()}${randomUUID()}`, oldSecret);
    try {
      const mcp = connectRawHttp(second.url);
      const answer = await post(
        second.url,
        { jsonrpc: '2.0', id: question.id, result: { action: 'decline' } },
        { headers },
      );
      expect(question).toMatchObject({ method: 'elicitation/create' });
      expect(answer.status).toBe(202);
      const result = await post(
        second.url,
        { jsonrpc: '2.0', id: 3, method: 'tasks/result', params: { taskId: asking } },
        { headers },
      );
      expect(result.status).toBe(200);
      expect(await result.text()).toContain('"structuredContent":{"action":"decline"');

      const recent = await createTask(mcp, 'wait_for_finish');
      const listed = await eventually('all tasks in the list', async () => {
        const taskIds = await listTaskIds(mcp);
        return taskIds.length >= 3 ? taskIds : undefined;
      });
      expect(listed.sort()).toStrictEqual([waiting, asking, recent].sort());
      expect(await getTask(mcp, waiting)).toHaveProperty('status', 'working');
      expect(await resultOf(mcp.request('tasks/cancel', { taskId: waiting }))).toHaveProperty(
        'status',
        'cancelled',
      );
    } finally {
      await second.kill();
    }
  });

  it('knows neither session nor tasks of a secret that it was not told', async () => {
    const oldSecret = `${randomUUID()}${randomUUID()}`;
    const first = await startServer(oldSecret);
    const session = await initialize(first.url);
    const taskId = await createTask(connectRawHttp(first.url), 'wait_for_finish');
    await first.kill();

    const second = await startServer(`${randomUUID()}${randomUUID()}`);
    try {
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      const { status } = await post(second.url, ping, { headers: { [SESSION_HEADER]: session } });
      expect(status).toBe(404);
      expect(await connectRawHttp(second.url).request('tasks/get', { taskId })).toHaveProperty(
        'error.code',
        -32602,
      );
    } finally {
      await second.kill();
    }
  });

  it('does not start with a secret that it cannot use, and says which', async () => {
    await expect(startServer('x'.repeat(32), 'short')).rejects.toThrow(
      /TEMPORAL_MCP_TASKS_PREVIOUS_SECRET has 5 bytes; it needs at least 32/,
    );
  });
});
