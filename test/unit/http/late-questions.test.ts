import { afterEach, describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../src/core/errors.js';
import type { Task } from '../../../src/core/task.js';
import { type HttpServerHandle, startHttpServer } from '../../../src/http/start-http-server.js';
import { createServer } from '../../../src/mcp/rev2025-11-25/index.js';
import type { FakeTasks } from '../../support/fake-tasks.js';
import { initializeParams, parseBody, post, type RawMessage } from '../../support/raw-mcp.js';
import { testSealer as sealer } from '../../support/test-sealer.js';
import { openTask, OWNER, QUESTION, TASK_ID } from '../mcp/rev2025-11-25/asking.js';

const CAN_BE_ASKED = { elicitation: {} };
const HOSTS_TASKS = { elicitation: {}, tasks: { requests: { elicitation: { create: {} } } } };
const YES = { action: 'accept', content: { ok: true } };

const servers: HttpServerHandle[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.close()));
});

/** A client in a session of its own. */
interface Polling {
  /** One `tasks/get`: what came before the reply, the reply, and in which form. */
  readonly poll: () => Promise<{ asked: RawMessage[]; reply: RawMessage; isStream: boolean }>;
  /** Answers a question. */
  readonly respond: (question: RawMessage | undefined, result: object) => Promise<number>;
}

async function serve(
  tasks: FakeTasks,
  asksOnPoll = true,
): Promise<(c: object) => Promise<Polling>> {
  const identity = { name: 'test', version: '1.0.0' };
  const options = { tasks, tools: new Map(), sealer, toOwner: () => OWNER, asksOnPoll };
  const server = await startHttpServer({
    port: 0,
    createServer: (connection) => createServer(identity, options, connection),
    ...options,
  });
  servers.push(server);
  return async (capabilities) => {
    const params = { ...initializeParams(), capabilities };
    const opened = await post(server.url, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
    await opened.text();
    const headers = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    return {
      async poll() {
        const body = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId: TASK_ID } };
        const response = await post(server.url, body, { headers });
        const type = response.headers.get('content-type');
        const messages = parseBody(await response.text(), type);
        const reply = messages.pop();
        if (!reply) throw new Error('There is no reply.');
        return { asked: messages, reply, isStream: type?.includes('event-stream') ?? false };
      },
      async respond(question, result) {
        const response = await post(
          server.url,
          { jsonrpc: '2.0', id: question?.id, result },
          { headers },
        );
        return response.status;
      },
    };
  };
}

/** A task that has been asking for some of its poll intervals. */
async function openFor(intervals: number, changes: Partial<Task> = {}): Promise<FakeTasks> {
  const pollIntervalMs = 60_000;
  const lastUpdatedAt = new Date(Date.now() - intervals * pollIntervalMs).toISOString();
  return openTask({ pollIntervalMs, lastUpdatedAt, ...changes });
}

describe('a poll of a task whose question nobody has answered', () => {
  it('brings the question ahead of the reply, once a session', async () => {
    const connect = await serve(await openFor(3));
    const client = await connect(CAN_BE_ASKED);

    const first = await client.poll();
    const second = await client.poll();
    const another = await (await connect(CAN_BE_ASKED)).poll();

    const related = { 'io.modelcontextprotocol/related-task': { taskId: TASK_ID } };
    expect(first.isStream).toBe(true);
    expect(first.asked).toMatchObject([
      { method: 'elicitation/create', params: { message: 'Well?', _meta: related } },
    ]);
    expect(first.reply.result).toMatchObject({ taskId: TASK_ID, status: 'input_required' });
    expect(second).toMatchObject({ isStream: false, asked: [], reply: first.reply });
    expect(another.asked).toHaveLength(1);
  });

  it('takes the answer', async () => {
    const tasks = await openFor(3);
    const client = await (await serve(tasks))(CAN_BE_ASKED);
    const { asked } = await client.poll();

    expect(await client.respond(asked[0], YES)).toBe(202);

    expect(tasks.answered).toStrictEqual([{ taskId: TASK_ID, responses: { i1: YES } }]);
    expect((await client.poll()).reply.result).toMatchObject({ status: 'working' });
  });

  it('brings it once more when the answer did not fit', async () => {
    const tasks = await openFor(3);
    const client = await (await serve(tasks))(CAN_BE_ASKED);
    const { asked } = await client.poll();

    tasks.failNext(new TaskError(TaskErrorCode.invalidInput, 'It must say yes or no.'));
    await client.respond(asked[0], { action: 'accept' });

    expect((await client.poll()).asked).toHaveLength(1);
    expect((await client.poll()).asked).toHaveLength(0);
  });

  it('brings nothing while the question is young', async () => {
    const client = await (await serve(await openFor(2.5)))(CAN_BE_ASKED);

    expect(await client.poll()).toMatchObject({ isStream: false, asked: [] });
  });

  it('brings nothing unless it is asked for', async () => {
    const client = await (await serve(await openFor(3), false))(CAN_BE_ASKED);

    expect(await client.poll()).toMatchObject({ isStream: false, asked: [] });
  });

  it('brings nothing to a client that cannot be asked, and refuses nothing for it', async () => {
    const tasks = await openFor(3);
    const client = await (await serve(tasks))({});

    expect(await client.poll()).toMatchObject({ isStream: false, asked: [] });
    expect(tasks.answered).toStrictEqual([]);
  });

  it('answers a question that breaks the rules of MCP', async () => {
    const inputRequests = { i1: { ...QUESTION, params: {} } };
    const tasks = await openFor(3, { inputRequests });
    const client = await (await serve(tasks))({});

    const { asked, reply } = await client.poll();

    expect(asked).toStrictEqual([]);
    expect(reply.result).toMatchObject({ taskId: TASK_ID });
    expect(tasks.answered).toMatchObject([{ responses: { i1: { error: { code: -32602 } } } }]);
  });

  it("brings the request for the result of the client's task, once", async () => {
    const tasks = await openFor(3);
    const client = await (await serve(tasks))(HOSTS_TASKS);
    const { asked: question } = await client.poll();
    await client.respond(question[0], { task: { taskId: 'theirs', status: 'working' } });

    const { asked } = await client.poll();
    const after = await client.poll();
    await client.respond(asked[0], YES);

    expect(asked).toMatchObject([{ method: 'tasks/result', params: { taskId: 'theirs' } }]);
    expect(after.asked).toStrictEqual([]);
    expect(tasks.answered).toMatchObject([{ responses: { i1: YES } }]);
  });

  it('is answered as ever when the look ahead fails', async () => {
    const tasks = await openFor(3);
    const client = await (await serve(tasks))(CAN_BE_ASKED);
    tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Temporal is away.'));

    const { isStream, asked, reply } = await client.poll();

    expect({ isStream, asked }).toStrictEqual({ isStream: false, asked: [] });
    expect(reply.result).toMatchObject({ taskId: TASK_ID, status: 'input_required' });
  });
});
