import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client';
import { bindTaskReceiver } from '@modelcontextprotocol/ext-tasks/receiver';

import { connectAskedHttp, connectAskedStdio, questionsIn } from '../../support/asked-client.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

const YES = { action: 'accept', content: { confirm: true } } as const;
const DELETE = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };
const DELETED = { content: [{ text: 'Deleted a.txt.' }] };

/** A question is late when it has been open for so many poll intervals. */
const LATE_POLLS = 3;

const given = withTestServers();

let servers: TestServer[];
/** Two processes that ask ahead of replies to `tasks/get`. */
beforeAll(async () => {
  const options = { ...given().options, args: ['--ask-on-poll'] };
  servers = [await startMcpServer(options), await startMcpServer(options)];
});

afterAll(async () => {
  await Promise.all(servers.map(async (server) => server.stop()));
});

const urls = (): readonly string[] => servers.map(({ url }) => url);

/**
 * What `fetch` parses belongs to Node's realm and not to jest's, where ext-tasks would not take it for plain objects.
 */
async function fetchInRealm(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  return Object.assign(response, {
    json: async (): Promise<unknown> => JSON.parse(await response.text()) as unknown,
  });
}

function transportTo(url = ''): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url), { fetch: fetchInRealm });
}

type Session = ReturnType<typeof createTaskSessionFromClient>;

describe('the client of ext-tasks, which only ever polls', () => {
  /** Calls the tool as a task, and waits for its end. */
  const settle = async (session: Session): Promise<unknown> => {
    const execution = await session.callTool(DELETE.name, DELETE.arguments, {
      task: { preference: 'prefer' },
    });
    const { outcome } = await within(PATIENCE_MS, execution.settle());
    return 'result' in outcome ? outcome.result : outcome;
  };

  it('is asked ahead of the reply to a poll', async () => {
    const client = new Client(
      { name: 'polling-client', version: '0.0.0' },
      { capabilities: { elicitation: { form: {} } } },
    );
    await client.connect(transportTo(urls()[0]));
    const asked: unknown[] = [];
    const session = createTaskSessionFromClient(client, {
      endpointId: 'polling',
      onInputRequest: async (request) => {
        asked.push(request.kind);
        return Promise.resolve(YES as never);
      },
    });

    expect(await settle(session)).toMatchObject(DELETED);
    expect(asked).toHaveLength(1);
    await session.close();
    await client.close();
  });

  it('answers by a task of its own', async () => {
    const client = new Client(
      { name: 'polling-client', version: '0.0.0' },
      {
        capabilities: {
          elicitation: { form: {} },
          tasks: { cancel: {}, requests: { elicitation: { create: {} } } },
        },
      },
    );
    const made: string[] = [];
    const receiver = bindTaskReceiver(client, {
      methods: { 'elicitation/create': true },
      elicitation: async (_request, { taskId }) => {
        made.push(taskId);
        return Promise.resolve({ ...YES });
      },
    });
    await client.connect(transportTo(urls()[0]));
    const session = createTaskSessionFromClient(client, { endpointId: 'hosting' });

    expect(await settle(session)).toMatchObject(DELETED);
    expect(made).toHaveLength(1);
    await session.close();
    receiver.close();
    await client.close();
  });
});

describe('a client that polls two processes in turn', () => {
  it('is asked at most once by each, and only when nobody has answered for a while', async () => {
    const client = await connectAskedHttp(urls());
    const created = await client.request('tools/call', { ...DELETE, task: {} });
    const { taskId } = created.result?.['task'] as { taskId: string };
    const poll = async (): Promise<Record<string, unknown> | undefined> =>
      (await client.request('tasks/get', { taskId })).result;

    const asked = await eventually('a question', async () => {
      const task = await poll();
      return questionsIn(client.received, taskId).length > 0 ? task : undefined;
    });
    const openMs = Date.now() - Date.parse(String(asked['lastUpdatedAt']));
    for (let polls = 0; polls < 6; polls += 1) await poll();
    const questions = questionsIn(client.received, taskId);
    expect(await client.send({ id: questions[0]?.id, result: YES })).toBe(202);

    expect(openMs).toBeGreaterThan(LATE_POLLS * Number(asked['pollInterval']));
    expect(questions.length).toBeLessThanOrEqual(servers.length);
    expect((await client.request('tasks/result', { taskId })).result).toMatchObject(DELETED);
    await client.close();
  });

  it('is asked over stdio as well, where nothing has to be opened for it', async () => {
    const client = await connectAskedStdio({ ...given().options, args: ['--ask-on-poll'] });
    const created = await client.request('tools/call', { ...DELETE, task: {} });
    const { taskId } = created.result?.['task'] as { taskId: string };
    const question = await eventually('a question', async () => {
      await client.request('tasks/get', { taskId });
      return questionsIn(client.received, taskId)[0];
    });
    await client.request('tasks/get', { taskId });
    await client.send({ id: question.id, result: YES });
    // Over stdio nothing says when an answer was taken.
    await eventually('the end', async () => {
      const { result } = await client.request('tasks/get', { taskId });
      return result?.['status'] === 'completed' ? true : undefined;
    });
    const { result } = await client.request('tasks/result', { taskId });
    await client.close();

    expect(result).toMatchObject(DELETED);
    expect(questionsIn(client.received, taskId)).toStrictEqual([question]);
  });

  it('is not asked so unless the server is told to', async () => {
    const client = await connectAskedHttp([given().url]);
    const created = await client.request('tools/call', { ...DELETE, task: {} });
    const { taskId, pollInterval } = created.result?.['task'] as Record<string, unknown>;
    await eventually('a question that is late', async () => {
      const { result } = await client.request('tasks/get', { taskId });
      const openMs = Date.now() - Date.parse(String(result?.['lastUpdatedAt']));
      const isLate =
        result?.['status'] === 'input_required' && openMs > LATE_POLLS * Number(pollInterval);
      return isLate ? true : undefined;
    });
    await client.request('tasks/get', { taskId });

    expect(questionsIn(client.received, String(taskId))).toStrictEqual([]);
    await client.close();
  });
});
