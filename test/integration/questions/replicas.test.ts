import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import {
  type AskedHttpClient,
  connectAskedHttp,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
import { beforeCall, findExecution } from '../../support/open-executions.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { countAnswers, YES } from '../../support/steps/question-steps.js';
import {
  createTask,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

/** Where the client's requests go, one after another. Tests change it as replicas come and go. */
let urls: string[];
let started: TestServer[];
let client: AskedHttpClient;

const CONFIRM = { arguments: { filename: 'a.txt' } };
const DELETED = { content: [{ text: 'Deleted a.txt.' }] };

async function startReplica(): Promise<TestServer> {
  const server = await startMcpServer(given().options);
  started.push(server);
  return server;
}

beforeEach(async () => {
  started = [];
  urls = [given().url];
  client = await connectAskedHttp(urls);
});

afterEach(async () => {
  await client.close();
  await Promise.all(started.map(async (server) => server.kill()));
});

/** Sends the client's next requests to one replica. */
function goTo({ url }: Pick<TestServer, 'url'>): void {
  urls.splice(0, urls.length, url);
}

describe('two replicas that take turns', () => {
  it('ask in one and take the answer in the other, task after task', async () => {
    const other = await startReplica();
    urls.push(other.url);
    // Each round makes three requests or five, so that the roles change.
    for (let round = 0; round < 4; round++) {
      const taskId = await createTask(client, 'confirm_delete', CONFIRM);
      const { reply } = client.open('tasks/result', { taskId });
      const [{ id }] = await untilAsked(client, { taskId });

      expect(await client.send({ id, result: YES })).toBe(202);
      expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject(DELETED);
      expect(await countAnswers(given().temporal, taskId)).toBe(1);
    }
  });

  it('ask on a stream of one about a task of the other, once its session has read the task there', async () => {
    const other = await startReplica();
    const listening = await client.listen();
    goTo(other);
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    await untilStatus(client, taskId, 'input_required');

    expect(questionsIn(listening.received)).toStrictEqual([]);
    goTo(given());
    await getTask(client, taskId);
    const [{ id }] = await untilAsked(listening, { taskId });
    await client.send({ id, result: YES });
    expect(await resultOf(client.request('tasks/result', { taskId }))).toMatchObject(DELETED);
  });

  it('carry two questions of one plain call', async () => {
    const other = await startReplica();
    const call = client.open('tools/call', { name: 'multi_input', arguments: {} });
    const [first, second] = await untilAsked(call, { count: 2 });
    goTo(other);
    await client.send({ id: first.id, result: { action: 'decline' } });
    await client.send({ id: second?.id, result: { action: 'cancel' } });

    expect(await within(PATIENCE_MS, resultOf(call.reply))).toMatchObject({
      content: [{ text: expect.stringMatching(/decline.*cancel|cancel.*decline/) }],
    });
  });

  it('take the first of two answers, though each gets one', async () => {
    const other = await startReplica();
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    await untilStatus(client, taskId, 'input_required');
    const here = client.open('tasks/result', { taskId });
    const [asked] = await untilAsked(here, { taskId });
    goTo(other);
    const there = client.open('tasks/result', { taskId });
    const [askedThere] = await untilAsked(there, { taskId });

    expect(askedThere.id).not.toBe(asked.id);
    expect(await client.send({ id: askedThere.id, result: { action: 'decline' } })).toBe(202);
    expect(await client.send({ id: asked.id, result: YES })).toBe(202);
    for (const { reply } of [here, there]) {
      expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject({
        content: [{ text: 'Did not delete a.txt: decline.' }],
      });
    }
  });
});

describe('a replica that is killed between question and answer', () => {
  it('loses nothing: a fresh process takes the answer, and gives the result', async () => {
    const first = await startReplica();
    goTo(first);
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const broken = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(broken, { taskId });
    await first.kill();
    await expect(broken.reply).rejects.toThrow();
    goTo(await startReplica());

    expect(await getTask(client, taskId)).toHaveProperty('status', 'input_required');
    expect(await client.send({ id, result: YES })).toBe(202);
    // Acknowledged: by then Temporal has it.
    expect(await countAnswers(given().temporal, taskId)).toBe(1);
    expect(
      await within(PATIENCE_MS, resultOf(client.request('tasks/result', { taskId }))),
    ).toMatchObject(DELETED);
    expect(await client.send({ id, result: { action: 'decline' } })).toBe(202);
    expect(await countAnswers(given().temporal, taskId)).toBe(1);
  });

  it('is followed by one that asks again, where the answer was lost with it', async () => {
    const first = await startReplica();
    goTo(first);
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    await untilAsked(client.open('tasks/result', { taskId }), { taskId });
    await first.kill();
    goTo(await startReplica());
    const again = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(again, { taskId });
    await client.send({ id, result: YES });

    expect(await within(PATIENCE_MS, resultOf(again.reply))).toMatchObject(DELETED);
    expect(questionsIn(client.received, taskId)).toHaveLength(2);
  });

  it('leaves the question of a plain call to be answered, and its work goes on', async () => {
    const first = await startReplica();
    goTo(first);
    const before = beforeCall('confirm_delete');
    const call = client.open('tools/call', { name: 'confirm_delete', ...CONFIRM });
    const [{ id }] = await untilAsked(call);
    const { temporal, options } = given();
    const workflowId = await findExecution(temporal, options.taskQueue, before);
    await first.kill();
    await expect(call.reply).rejects.toThrow();
    goTo(await startReplica());

    expect(await client.send({ id, result: YES })).toBe(202);
    expect(
      await within(PATIENCE_MS, temporal.workflow.getHandle(workflowId).result()),
    ).toMatchObject(DELETED);
  });
});

describe('an answer that is sent to both replicas at once', () => {
  it('reaches the Workflow as one', async () => {
    const other = await startReplica();
    urls.push(other.url);
    const taskId = await createTask(client, 'multi_input');
    const { reply } = client.open('tasks/result', { taskId });
    const questions = await untilAsked(client, { taskId, count: 2 });
    const statuses = await Promise.all(
      questions.flatMap(({ id }) =>
        ['decline', 'cancel'].map(async (action) => client.send({ id, result: { action } })),
      ),
    );

    expect(new Set(statuses)).toStrictEqual(new Set([202]));
    // The Signals may be two a question, since no replica knows of the other; what counts is one each.
    expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject({
      structuredContent: {
        colour: { action: expect.stringMatching(/decline|cancel/) },
        size: { action: expect.stringMatching(/decline|cancel/) },
      },
    });
  });
});
