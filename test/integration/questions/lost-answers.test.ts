import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { type AskedHttpClient, connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { countAnswers, YES } from '../../support/steps/question-steps.js';
import { createTask, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

/** Where the client's next requests go. */
let urls: string[];
let asking: TestServer;
let started: TestServer[];
let client: AskedHttpClient;

async function startReplica(more: { readonly temporalAddress?: string } = {}): Promise<TestServer> {
  const { options } = given();
  const environment = { ...options.environment, TEST_ASK_AGAIN_AFTER: '1s' };
  const server = await startMcpServer({ ...options, ...more, environment });
  started.push(server);
  return server;
}

beforeEach(async () => {
  started = [];
  asking = await startReplica();
  urls = [asking.url];
  client = await connectAskedHttp(urls);
});

afterEach(async () => {
  await client.close();
  await Promise.all(started.map(async (server) => server.kill()));
});

describe('a question whose answer was lost on its way, on a stream that lives on,', () => {
  it.each([
    ['with a replica that is killed', async () => startReplica(), true],
    [
      'with a replica that is cut off from Temporal',
      async () => startReplica({ temporalAddress: `127.0.0.1:${await findQuietPort()}` }),
      false,
    ],
  ])('%s, is asked once more, and answered', async (_how, startOther, isKilledFirst) => {
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'a.txt' } });
    const { reply } = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    const other = await startOther();
    urls.splice(0, 1, other.url);
    if (isKilledFirst) await other.kill();
    const lost = client.send({ id, result: YES }).catch(() => 'lost');
    urls.splice(0, 1, asking.url);
    const [, again] = await untilAsked(client, { taskId, count: 2 });
    await other.kill();

    expect(await lost).toBe('lost');
    expect(again?.id).not.toBe(id);
    expect(again?.params['message']).toBe('Delete a.txt?');
    expect(await client.send({ id: again?.id, result: YES })).toBe(202);
    expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject({
      content: [{ text: 'Deleted a.txt.' }],
    });
    expect(await countAnswers(given().temporal, taskId)).toBe(1);
  });

  it('is asked once more before a start, and its copies are withdrawn', async () => {
    const name = randomUUID();
    const call = { name: 'greet_if_confirmed', arguments: { name } };
    const { reply, received } = client.open('tools/call', call);
    const [first, again] = await untilAsked({ received }, { count: 2 });

    expect(await client.send({ id: again?.id, result: YES })).toBe(202);
    expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject({
      content: [{ text: expect.stringContaining(name) }],
    });
    const withdrawn = received.filter(({ method }) => method === 'notifications/cancelled');
    expect(withdrawn.map(({ params }) => params?.['requestId'])).toContain(first.id);
  });

  it('can be answered by who has thought for longer than that', async () => {
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'a.txt' } });
    const { reply } = client.open('tasks/result', { taskId });
    const [first, copy] = await untilAsked(client, { taskId, count: 2 });
    const withdrawn = (): unknown[] =>
      client.received
        .filter(({ method }) => method === 'notifications/cancelled')
        .map(({ params }) => params?.['requestId']);
    expect(withdrawn()).toStrictEqual([]);

    expect(await client.send({ id: first.id, result: YES })).toBe(202);
    expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject({
      content: [{ text: 'Deleted a.txt.' }],
    });
    // The copy is not for anybody to answer any more.
    expect(withdrawn()).toContain(copy?.id);
  });
});
