import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  type AskedHttpClient,
  connectAskedHttp,
  notificationsIn,
  type OpenRequest,
} from '../../support/asked-client.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
import { createTask, resultOf, untilStatus } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

let client: AskedHttpClient;

beforeAll(async () => {
  client = await connectAskedHttp([given().url]);
});

afterAll(async () => client.close());

/** The progress values for a token that a stream has received. */
function valuesOf({ received }: Pick<OpenRequest, 'received'>, token: string): unknown[] {
  return notificationsIn(received, 'notifications/progress')
    .filter(({ params }) => params?.['progressToken'] === token)
    .map(({ params }) => params?.['progress']);
}

describe('two streams for one task', () => {
  it('share its progress: each value goes over one of them', async () => {
    const progressToken = randomUUID();
    const taskId = await createTask(client, 'heartbeat_for_long', {
      arguments: { steps: 30, stepMs: 100 },
      _meta: { progressToken },
    });
    await untilStatus(client, taskId, 'working');
    const streams = [1, 2].map(() => client.open('tasks/result', { taskId }));
    for (const { reply } of streams) await within(PATIENCE_MS, resultOf(reply));
    const values = streams.flatMap((stream) => valuesOf(stream, progressToken));

    expect(values.length).toBeGreaterThan(0);
    expect(new Set(values).size).toBe(values.length);
  });
});
