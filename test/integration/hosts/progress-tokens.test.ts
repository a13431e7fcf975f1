/** Several requests for one work, each with its own progress token, or without one. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it } from '@jest/globals';

import {
  type AskedClient,
  connectAskedHttp,
  connectAskedStdio,
  notificationsIn,
  type OpenRequest,
} from '../../support/asked-client.js';
import type { HostResult } from '../../support/hosts/official-clients.js';
import { createTask, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers(
  fileURLToPath(new URL('../../support/hosts/short-waits.yaml', import.meta.url)),
);
const INPUT = { steps: 40, stepMs: 200 };

const clients: AskedClient[] = [];

afterAll(async () => {
  for (const client of clients) await client.close();
});

async function connect(transport: string, protocolVersion: string): Promise<AskedClient> {
  const client =
    transport === 'http'
      ? await connectAskedHttp([given().url], { protocolVersion })
      : await connectAskedStdio(given().options);
  clients.push(client);
  return client;
}

interface Report {
  readonly token: unknown;
  readonly progress: number;
}

/** The progress that a request has received before its reply. Over stdio, all requests of the client count. */
function reportsOf({ received }: Pick<OpenRequest, 'received'>): Report[] {
  return notificationsIn(received, 'notifications/progress').map(({ params }) => ({
    token: params?.['progressToken'],
    progress: Number(params?.['progress']),
  }));
}

const call = (steps: number, token?: string) => ({
  name: 'heartbeat_for_long',
  arguments: { ...INPUT, steps },
  ...(token !== undefined && { _meta: { progressToken: token } }),
});

/** A read of the task that a call has got a handle of. */
async function toRead(handle: Promise<unknown>, token?: string) {
  const { structuredContent } = (await handle) as HostResult;
  return {
    name: 'task_result',
    arguments: { task_id: structuredContent?.['taskId'] },
    ...(token !== undefined && { _meta: { progressToken: token } }),
  };
}

describe('the progress of one work', () => {
  it.each([
    ['http', '2025-11-25'],
    ['http', '2025-06-18'],
    ['stdio', '2025-11-25'],
  ])('has the token of the request that it answers, over %s in %s', async (transport, revision) => {
    const client = await connect(transport, revision);
    const [first, second] = [randomUUID(), randomUUID()];
    // The number of steps makes the call of each case another one.
    const steps = 30 + clients.length;
    const starting = client.open('tools/call', call(steps, first));
    const read = await toRead(resultOf(starting.reply), second);
    const before = reportsOf(client).length;
    const reading = client.open('tools/call', read);
    const result = await resultOf(reading.reply);
    const seen = transport === 'http' ? reportsOf(reading) : reportsOf(client).slice(before);

    expect(result).toMatchObject({ content: [{ text: String(steps) }] });
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map(({ token }) => token))).toStrictEqual(new Set([second]));
    const values = seen.map(({ progress }) => progress);
    expect(values).toStrictEqual([...new Set(values)].sort((one, other) => one - other));
  });

  it('is for a read although the call had no token, and not for a read without one', async () => {
    const client = await connect('http', '2025-11-25');
    const token = randomUUID();
    const starting = client.open('tools/call', call(20));
    const read = await toRead(resultOf(starting.reply), token);
    const reading = client.open('tools/call', read);
    const silent = client.open('tools/call', { name: read.name, arguments: read.arguments });
    await Promise.all([resultOf(reading.reply), resultOf(silent.reply)]);

    expect(new Set(reportsOf(reading).map((one) => one.token))).toStrictEqual(new Set([token]));
    expect(reportsOf(silent)).toStrictEqual([]);
  });

  it('of a call as a task stays in the session that has made the call', async () => {
    const [creator, other] = [
      await connect('http', '2025-11-25'),
      await connect('http', '2025-11-25'),
    ];
    const progressToken = randomUUID();
    const taskId = await createTask(creator, 'heartbeat_for_long', {
      arguments: { ...INPUT, steps: 25 },
      _meta: { progressToken },
    });
    const waits = [creator, other].map((client) => client.open('tasks/result', { taskId }));
    for (const { reply } of waits) await resultOf(reply);

    expect(new Set(reportsOf(creator).map(({ token }) => token))).toStrictEqual(
      new Set([progressToken]),
    );
    expect(reportsOf(other)).toStrictEqual([]);
  });
});
