import { randomUUID } from 'node:crypto';

import { afterEach, describe, expect, it } from '@jest/globals';

import {
  type AskedHttpClient,
  type AskedHttpOptions,
  connectAskedHttp,
  notificationsIn,
  type OpenRequest,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { countAnswers, YES } from '../../support/steps/question-steps.js';
import {
  createTask,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

let clients: AskedHttpClient[] = [];

afterEach(async () => {
  await Promise.all(clients.map(async (client) => client.close()));
  clients = [];
});

async function connect(options?: AskedHttpOptions): Promise<AskedHttpClient> {
  const client = await connectAskedHttp([given().url], options);
  clients.push(client);
  return client;
}

/** One question of each kind: how it is brought about, what is answered, and what comes of it. */
const kinds = [
  {
    kind: 'a form',
    call: { name: 'confirm_delete', arguments: { filename: 'a.txt' } },
    params: { mode: 'form', message: 'Delete a.txt?' },
    answer: YES,
    result: { content: [{ text: 'Deleted a.txt.' }] },
  },
  {
    kind: 'a web page',
    call: { name: 'ask_for_visit', arguments: { url: 'https://pay.example/1' } },
    params: { mode: 'url', url: 'https://pay.example/1' },
    answer: { action: 'accept' },
    result: { structuredContent: { action: 'accept' } },
  },
  {
    kind: 'a request to a model',
    call: { name: 'ask_model_for_summary', arguments: { text: 'a story' } },
    params: { maxTokens: 100 },
    answer: { role: 'assistant', content: { type: 'text', text: 'Short.' }, model: 'm' },
    result: { structuredContent: { role: 'assistant', content: { text: 'Short.' } } },
  },
];

/** Where a question is asked and a result comes, each on another kind of stream. */
const streams: Record<
  string,
  (
    client: AskedHttpClient,
    call: { readonly name: string },
  ) => Promise<{
    readonly stream: Pick<OpenRequest, 'received'>;
    readonly result: () => Promise<unknown>;
  }>
> = {
  'tasks/result': async (client, { name, ...params }) => {
    const taskId = await createTask(client, name, params);
    const stream = client.open('tasks/result', { taskId });
    return { stream, result: async () => resultOf(stream.reply) };
  },
  'a plain tools/call': async (client, call) => {
    const stream = client.open('tools/call', call);
    return Promise.resolve({ stream, result: async () => resultOf(stream.reply) });
  },
  GET: async (client, { name, ...params }) => {
    const stream = await client.listen();
    const taskId = await createTask(client, name, params);
    return { stream, result: async () => resultOf(client.request('tasks/result', { taskId })) };
  },
};

describe.each(Object.keys(streams))('on the stream of %s', (name) => {
  it.each(kinds)('$kind is asked and answered', async ({ call, params, answer, result }) => {
    const client = await connect();
    const asked = await streams[name]?.(client, call);
    if (!asked) throw new Error(`There is no stream ${name}.`);
    const [question] = await untilAsked(asked.stream);

    expect(question.params).toMatchObject(params);
    expect(await client.send({ id: question.id, result: answer })).toBe(202);
    expect(await within(PATIENCE_MS, asked.result())).toMatchObject(result);
    expect(questionsIn(client.received)).toHaveLength(1);
  });
});

describe('the stream of GET', () => {
  it('shows what was asked before it was opened, of a task of another session that its own has read', async () => {
    const creator = await connect();
    const taskId = await createTask(creator, 'confirm_delete', { arguments: { filename: 'b' } });
    await untilStatus(creator, taskId, 'input_required');
    const listener = await connect();
    await getTask(listener, taskId);
    const { received } = await listener.listen();
    const [{ id }] = await untilAsked({ received }, { taskId });
    await listener.send({ id, result: YES });

    expect(await resultOf(creator.request('tasks/result', { taskId }))).toMatchObject({
      content: [{ text: 'Deleted b.' }],
    });
  });

  it('shows progress and status, and names the task', async () => {
    const client = await connect();
    const { received } = await client.listen();
    const progressToken = randomUUID();
    const taskId = await createTask(client, 'report_all', {
      arguments: { reports: [{ progress: 1, total: 2 }] },
      _meta: { progressToken },
    });
    const [{ params: progress }] = await eventually('progress', async () => {
      const [first] = notificationsIn(received, 'notifications/progress').filter(
        ({ params }) => params?.['progressToken'] === progressToken,
      );
      return Promise.resolve(first && [first]);
    });
    await given().temporal.workflow.getHandle(taskId).signal('proceed');
    const { params: status } = await eventually('the status', () =>
      notificationsIn(received, 'notifications/tasks/status').find(
        ({ params }) => params?.['taskId'] === taskId && params['status'] === 'completed',
      ),
    );

    expect(progress).toMatchObject({
      progress: 1,
      total: 2,
      _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
    });
    expect(status).toStrictEqual(await getTask(client, taskId));
  });

  it('leaves a question that its client cannot be asked to others', async () => {
    const mute = await connect({ capabilities: {} });
    await mute.listen();
    const client = await connect();
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'c' } });
    await untilStatus(mute, taskId, 'input_required');
    const { reply, received } = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked({ received }, { taskId });
    await client.send({ id, result: YES });

    expect(await resultOf(reply)).toMatchObject({ content: [{ text: 'Deleted c.' }] });
    expect(questionsIn(mute.received)).toStrictEqual([]);
  });

  it('shows nothing of tasks that its session neither created nor read', async () => {
    const [client, other] = [await connect(), await connect()];
    await other.listen();
    const own = await createTask(other, 'confirm_delete', { arguments: { filename: 'g' } });
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'h' } });
    await untilStatus(client, taskId, 'input_required');
    await untilAsked(other, { taskId: own });

    expect(JSON.stringify(other.received)).not.toContain(taskId);
    await resultOf(client.request('tasks/cancel', { taskId }));
    await resultOf(other.request('tasks/cancel', { taskId: own }));
  });

  it('refuses at once what the session cannot be asked that has created the task', async () => {
    const mute = await connect({ capabilities: {} });
    const taskId = await createTask(mute, 'confirm_delete', { arguments: { filename: 'i' } });
    await untilStatus(mute, taskId, 'completed');

    expect(await resultOf(mute.request('tasks/result', { taskId }))).toMatchObject({
      content: [{ text: expect.stringContaining('Did not delete i') }],
    });
  });

  it('leaves a question that its client answers with an error to a stream that waits', async () => {
    const client = await connect();
    const listening = await client.listen();
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'j' } });
    const [offered] = await untilAsked(listening, { taskId });
    const { reply, received } = client.open('tasks/result', { taskId });
    await getTask(client, taskId);
    const error = { code: -32602, message: 'Unknown task' };
    expect(await client.send({ id: offered.id, error })).toBe(202);
    const [{ id }] = await untilAsked({ received }, { taskId });
    expect(await client.send({ id, result: YES })).toBe(202);

    expect(await resultOf(reply)).toMatchObject({ content: [{ text: 'Deleted j.' }] });
    expect(questionsIn(client.received, taskId)).toHaveLength(2);
  });

  it('hands a question on to another stream when it is dropped', async () => {
    const client = await connect();
    const listening = await client.listen();
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'd' } });
    const [first] = await untilAsked(listening, { taskId });
    listening.drop();
    const { reply, received } = client.open('tasks/result', { taskId });
    const [second] = await untilAsked({ received }, { taskId });
    await client.send({ id: second.id, result: YES });

    expect(second.id).not.toBe(first.id);
    expect(await resultOf(reply)).toMatchObject({ content: [{ text: 'Deleted d.' }] });
  });
});

describe('a stream that is dropped', () => {
  it('hands its question on to one that is open already', async () => {
    const client = await connect();
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'e' } });
    const first = client.open('tasks/result', { taskId });
    await untilAsked(first, { taskId });
    const second = client.open('tasks/result', { taskId });
    await getTask(client, taskId);
    first.drop();
    const [{ id }] = await within(PATIENCE_MS, untilAsked(second, { taskId }));
    await client.send({ id, result: YES });

    expect(await resultOf(second.reply)).toMatchObject({ content: [{ text: 'Deleted e.' }] });
  });
});

describe('two sessions that wait for a task', () => {
  it('are each asked once, over all their streams, and the one that does not answer is told', async () => {
    const sessions = [await connect(), await connect()] as const;
    const [creator, reader] = sessions;
    await creator.listen();
    const taskId = await createTask(creator, 'confirm_delete', { arguments: { filename: 'k' } });
    await untilAsked(creator, { taskId });
    const waits = sessions.flatMap((client) =>
      [1, 2].map(() => client.open('tasks/result', { taskId })),
    );
    const [{ id }] = await untilAsked(reader, { taskId });
    await reader.send({ id, result: YES });

    for (const { reply } of waits) {
      expect(await resultOf(reply)).toMatchObject({ content: [{ text: 'Deleted k.' }] });
    }
    const [asked] = questionsIn(creator.received, taskId);
    await eventually('the withdrawal', () =>
      notificationsIn(creator.received, 'notifications/cancelled').find(
        ({ params }) => params?.['requestId'] === asked?.id,
      ),
    );
    for (const { received } of sessions) expect(questionsIn(received, taskId)).toHaveLength(1);
    expect(notificationsIn(reader.received, 'notifications/cancelled')).toStrictEqual([]);
  });
});

describe('two answers to one question, on two streams', () => {
  it('count once: the first one', async () => {
    const client = await connect();
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'f' } });
    const dropped = client.open('tasks/result', { taskId });
    const [first] = await untilAsked(dropped, { taskId });
    dropped.drop();
    const open = client.open('tasks/result', { taskId });
    const [second] = await untilAsked(open, { taskId });

    expect(await client.send({ id: second.id, result: { action: 'decline' } })).toBe(202);
    expect(await client.send({ id: first.id, result: YES })).toBe(202);
    expect(await resultOf(open.reply)).toMatchObject({
      content: [{ text: 'Did not delete f: decline.' }],
    });
    expect(await countAnswers(given().temporal, taskId)).toBe(1);
  });
});
