import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';

import type { Purchase } from '../../../lab/fixtures/workflows/index.js';
import {
  type AskedHttpClient,
  connectAskedHttp,
  notificationsIn,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import {
  connectStatelessHttp,
  NO_EXTENSION,
  type StatelessHttp,
} from '../../support/raw-mcp-2026.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import {
  createTask as createTask2025,
  errorOf,
  getTask as getTask2025,
  resultOf,
  untilStatus as untilStatus2025,
} from '../../support/steps/rev2025-task-steps.js';
import {
  accept,
  createTask,
  getTask,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';
import { untilPurchase, withExistingWorkflows } from '../../support/with-existing-workflows.js';

const given = withExistingWorkflows();

const ORDER = { item: 'a lamp', cents: 4_000 };
const YES = { action: 'accept', content: { approved: true, note: 'Fine' } };

let started: TestServer[];

beforeEach(() => {
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map(async (server) => server.kill()));
});

async function startReplica(): Promise<TestServer> {
  const server = await startMcpServer(given().options);
  started.push(server);
  return server;
}

async function connect2026(url = given().url): Promise<StatelessHttp> {
  return connectStatelessHttp(url, createWireLog(await createWireCheck(), ['server']));
}

/** The key of a task's only question. */
function keyOf({ inputRequests = {} }: Awaited<ReturnType<typeof getTask>>): string {
  const [key, ...others] = Object.keys(inputRequests);
  if (key === undefined || others.length > 0) throw new Error('There is not one question.');
  return key;
}

/** Counts the Signals with a name in the history of a task. */
async function countSignals(temporal: Client, taskId: string, name = 'approve'): Promise<number> {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  return (events ?? []).filter(
    (event) => event.workflowExecutionSignaledEventAttributes?.signalName === name,
  ).length;
}

async function arrive(taskId: string): Promise<void> {
  await untilPurchase(given().temporal, taskId, 'in delivery');
  await given().temporal.workflow.getHandle(taskId).signal('arrive');
}

const delivered: Purchase = { ...ORDER, note: 'Fine', state: 'delivered' };

describe('a Workflow that waits for a Signal, and a client of 2026-07-28', () => {
  let client: StatelessHttp;

  beforeEach(async () => {
    client = await connect2026();
  });

  const update = async (taskId: string, key: string, response: object) =>
    client.request('tasks/update', { taskId, inputResponses: { [key]: response } });

  it('asks, takes the answer as its handler does, and goes on', async () => {
    const { taskId } = await createTask(client, 'buy_with_approval', ORDER);
    const asking = await untilStatus(client, taskId, 'input_required');

    expect(Object.values(asking.inputRequests ?? {})).toStrictEqual([
      {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'Approve a lamp for 4000 cents?',
          requestedSchema: {
            type: 'object',
            properties: {
              approved: { type: 'boolean', title: 'Approve' },
              note: { type: 'string', maxLength: 100 },
            },
            required: ['approved'],
          },
        },
      },
    ]);
    await resultOf(update(taskId, keyOf(asking), YES));
    expect(await getTask(client, taskId)).toHaveProperty('status', 'working');

    await arrive(taskId);
    expect(await untilStatus(client, taskId, 'completed')).toMatchObject({
      result: { structuredContent: delivered },
    });
  });

  it('refuses an answer that does not fit the form, and sends nothing', async () => {
    const { taskId } = await createTask(client, 'buy_with_approval', ORDER);
    const key = keyOf(await untilStatus(client, taskId, 'input_required'));

    expect(await errorOf(update(taskId, key, accept({ approved: 'x' })))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('/content/approved must be true or false'),
    });
    expect(keyOf(await getTask(client, taskId))).toBe(key);
    expect(await countSignals(given().temporal, taskId)).toBe(0);
  });

  it('sends what a refusal is declared to be', async () => {
    const { taskId } = await createTask(client, 'buy_with_approval', ORDER);
    const key = keyOf(await untilStatus(client, taskId, 'input_required'));
    await resultOf(update(taskId, key, { action: 'decline' }));

    expect(await untilStatus(client, taskId, 'completed')).toMatchObject({
      result: { structuredContent: { state: 'rejected', note: 'declined' } },
    });
  });

  it('leaves the question open when the form is put aside, and does not ask again at once', async () => {
    const { taskId } = await createTask(client, 'buy_with_approval', ORDER);
    const key = keyOf(await untilStatus(client, taskId, 'input_required'));
    await resultOf(update(taskId, key, { action: 'cancel' }));

    expect(await getTask(client, taskId)).toHaveProperty('status', 'working');
    const elsewhere = await connect2026((await startReplica()).url);
    expect(keyOf(await untilStatus(elsewhere, taskId, 'input_required'))).toBe(key);
    expect(await countSignals(given().temporal, taskId)).toBe(0);
  });

  it('withdraws the question when the Workflow goes on by itself, and ignores what comes late', async () => {
    const { taskId } = await createTask(client, 'buy_with_approval', ORDER);
    const key = keyOf(await untilStatus(client, taskId, 'input_required'));
    await given().temporal.workflow.getHandle(taskId).signal('withdraw');
    await untilStatus(client, taskId, 'completed');
    await resultOf(update(taskId, key, YES));

    expect(await countSignals(given().temporal, taskId)).toBe(0);
  });

  it('asks anew when what it shows has changed, and takes no answer to what was asked before', async () => {
    const { taskId } = await createTask(client, 'buy_with_approval', ORDER);
    const before = keyOf(await untilStatus(client, taskId, 'input_required'));
    await given()
      .temporal.workflow.getHandle(taskId)
      .executeUpdate('changeAmount', { args: [9] });
    const asking = await eventually('another question', async () => {
      const task = await getTask(client, taskId);
      return task.inputRequests && keyOf(task) !== before ? task : undefined;
    });

    expect(JSON.stringify(asking.inputRequests)).toContain('Approve a lamp for 9 cents?');
    await resultOf(update(taskId, before, YES));
    expect(await countSignals(given().temporal, taskId)).toBe(0);
    await resultOf(update(taskId, keyOf(asking), YES));
    expect(await untilPurchase(given().temporal, taskId, 'in delivery')).toHaveProperty('cents', 9);
  });

  it('asks the same in every process, and takes one of two answers', async () => {
    const { taskId } = await createTask(client, 'buy_with_approval', ORDER);
    const key = keyOf(await untilStatus(client, taskId, 'input_required'));
    const other = await connect2026((await startReplica()).url);
    expect(keyOf(await untilStatus(other, taskId, 'input_required'))).toBe(key);

    const no = { action: 'decline' };
    await Promise.all([
      resultOf(update(taskId, key, YES)),
      resultOf(other.request('tasks/update', { taskId, inputResponses: { [key]: no } })),
    ]);
    await resultOf(other.request('tasks/update', { taskId, inputResponses: { [key]: no } }));
    expect(await countSignals(given().temporal, taskId)).toBe(1);
    expect(await getTask(other, taskId)).not.toHaveProperty('inputRequests');
  });

  it('pushes the question to a subscriber as soon as it is asked', async () => {
    const { taskId } = await createTask(client, 'buy_with_approval', ORDER);
    const subscription = await client.listen({ taskIds: [taskId] });
    const pushed = await subscription.until('the question', ({ params }) =>
      JSON.stringify(params).includes('Approve a lamp for 4000 cents?'),
    );
    await subscription.close();

    expect(pushed.params).toMatchObject({ status: 'input_required' });
  });

  it('asks in the reply to a plain call, and goes on with the same Workflow', async () => {
    const request = { name: 'buy_with_approval', arguments: ORDER };
    const options = { capabilities: NO_EXTENSION };
    const asked = await eventually('the question', async () => {
      const reply = await resultOf(client.request('tools/call', request, options));
      return reply['resultType'] === 'input_required' ? reply : undefined;
    });
    const [key = ''] = Object.keys(asked['inputRequests'] as object);
    const reply = await resultOf(
      client.request(
        'tools/call',
        {
          ...request,
          requestState: asked['requestState'],
          inputResponses: { [key]: { action: 'decline' } },
        },
        options,
      ),
    );

    expect(reply).toMatchObject({ structuredContent: { state: 'rejected' } });
  });
});

describe('a Workflow that waits for a Signal, and a client of 2025-11-25', () => {
  let client: AskedHttpClient;

  beforeEach(async () => {
    client = await connectAskedHttp([given().url]);
  });

  afterEach(async () => {
    await client.close();
  });

  it('asks on the stream of the result, and goes on', async () => {
    const taskId = await createTask2025(client, 'buy_with_approval', { arguments: ORDER });
    const { reply } = client.open('tasks/result', { taskId });
    const [{ id, params }] = await untilAsked(client, { taskId });

    expect(params).toHaveProperty('message', 'Approve a lamp for 4000 cents?');
    expect(await getTask2025(client, taskId)).toHaveProperty('status', 'input_required');
    expect(await client.send({ id, result: YES })).toBe(202);
    await arrive(taskId);
    expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject({
      structuredContent: delivered,
    });
    expect(questionsIn(client.received, taskId)).toHaveLength(1);
  });

  it('asks in a plain call', async () => {
    const call = client.open('tools/call', {
      name: 'buy_with_approval_patiently',
      arguments: ORDER,
    });
    const [{ id }] = await untilAsked(call);
    await client.send({ id, result: { action: 'decline' } });

    expect(await within(PATIENCE_MS, resultOf(call.reply))).toMatchObject({
      structuredContent: { state: 'rejected' },
    });
  });

  it('asks once more where the answer did not fit', async () => {
    const taskId = await createTask2025(client, 'buy_with_approval', { arguments: ORDER });
    client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    await client.send({ id, result: accept({}) });
    const [, again] = await untilAsked(client, { taskId, count: 2 });

    expect(again?.params['message']).toMatch(/^Approve a lamp.*approved is required/);
    expect(await countSignals(given().temporal, taskId)).toBe(0);
  });

  it('takes the question back when the Workflow goes on by itself', async () => {
    const taskId = await createTask2025(client, 'buy_with_approval', { arguments: ORDER });
    const { reply, received } = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    await given()
      .temporal.workflow.getHandle(taskId)
      .executeUpdate('changeAmount', { args: [9] });
    const [, again] = await untilAsked(client, { taskId, count: 2 });

    expect(again?.params['message']).toBe('Approve a lamp for 9 cents?');
    expect(notificationsIn(received, 'notifications/cancelled')).toMatchObject([
      { params: { requestId: id } },
    ]);
    await given().temporal.workflow.getHandle(taskId).signal('withdraw');
    expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject({
      structuredContent: { state: 'withdrawn' },
    });
    expect(await client.send({ id, result: YES })).toBe(202);
    expect(await countSignals(given().temporal, taskId)).toBe(0);
  });

  it('answers a plain call with a handle where its client cannot be asked', async () => {
    const mute = await connectAskedHttp([given().url], { capabilities: {} });
    const call = { name: 'buy_with_approval', arguments: ORDER };
    const handle = await resultOf(mute.request('tools/call', call));
    await mute.close();

    expect(handle).toHaveProperty('structuredContent.status', 'input_required');
    expect(JSON.stringify(handle['content'])).toMatch(/Approve a lamp.*A person has to answer/);
  });

  it('takes the answer in another process, also after the first one has died', async () => {
    const first = await startReplica();
    const urls = [first.url];
    const wandering = await connectAskedHttp(urls);
    const taskId = await createTask2025(wandering, 'buy_with_approval', { arguments: ORDER });
    const broken = wandering.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(broken, { taskId });
    await first.kill();
    await expect(broken.reply).rejects.toThrow();
    urls.splice(0, 1, given().url);

    expect(await wandering.send({ id, result: YES })).toBe(202);
    expect(await countSignals(given().temporal, taskId)).toBe(1);
    await untilStatus2025(wandering, taskId, 'working');
    await wandering.close();
  });
});

describe('a Workflow that shows in its memo that it waits, and takes Updates', () => {
  it('asks the same twice, each time anew, and says why an answer was refused', async () => {
    const client = await connect2026();
    const { taskId } = await createTask(client, 'report_expenses', { approvals: 2 });
    const answer = async (key: string, decision: string) =>
      client.request('tasks/update', {
        taskId,
        inputResponses: { [key]: accept({ decision }) },
      });
    const first = keyOf(await untilStatus(client, taskId, 'input_required'));

    expect(await errorOf(answer(first, 'later'))).toMatchObject({
      code: -32602,
      message: `The answer to ${first} was refused: "Decide now". The question stays open.`,
    });
    await resultOf(answer(first, 'yes'));
    const second = keyOf(await untilStatus(client, taskId, 'input_required'));
    expect(second).not.toBe(first);
    await resultOf(answer(second, 'no'));

    expect(await untilStatus(client, taskId, 'completed')).toMatchObject({
      result: { content: [{ text: '["yes","no"]' }] },
    });
  });
});
