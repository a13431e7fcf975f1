import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  type AskedHttpClient,
  connectAskedHttp,
  notificationsIn,
  type OpenRequest,
} from '../../support/asked-client.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { createTask, resultOf, untilStatus } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

let client: AskedHttpClient;

beforeAll(async () => {
  client = await connectAskedHttp([given().url]);
});

afterAll(async () => client.close());

/** What a stream has said of the progress with a token. */
function valuesOf({ received }: Pick<OpenRequest, 'received'>, token: string): unknown[] {
  return notificationsIn(received, 'notifications/progress')
    .filter(({ params }) => params?.['progressToken'] === token)
    .map(({ params }) => params?.['progress']);
}

/** How a call is made whose progress goes over the stream of another kind of request. */
const calls = {
  'tasks/result': async (
    params: Readonly<Record<string, unknown>> & { readonly name: string },
  ): Promise<OpenRequest> => {
    const { name, ...more } = params;
    return client.open('tasks/result', { taskId: await createTask(client, name, more) });
  },
  'a plain tools/call': async (
    params: Readonly<Record<string, unknown>> & { readonly name: string },
  ): Promise<OpenRequest> => Promise.resolve(client.open('tools/call', params)),
};

describe.each(Object.entries(calls))('on the stream of %s', (_name, open) => {
  it('a Workflow reports what it publishes', async () => {
    const progressToken = randomUUID();
    const call = await open({
      name: 'report_often',
      arguments: { reports: 4, burst: 1, pauseMs: 1_000 },
      _meta: { progressToken },
    });
    await eventually('all reports', () => valuesOf(call, progressToken).at(-1) === 4);
    const query = `TaskQueue = '${given().options.taskQueue}' AND WorkflowType = 'reportOften' AND ExecutionStatus = 'Running'`;
    const workflowId = await eventually('the execution', async () => {
      for await (const found of given().temporal.workflow.list({ query })) return found.workflowId;
      return undefined;
    });
    await given().temporal.workflow.getHandle(workflowId).signal('proceed');
    await within(PATIENCE_MS, resultOf(call.reply));
    const values = valuesOf(call, progressToken);

    expect(values.length).toBeGreaterThan(1);
    expect(values).toStrictEqual([...new Set(values)].sort());
  });

  it('a Workflow that knows nothing of MCP is reported by its heartbeats', async () => {
    const progressToken = randomUUID();
    const call = await open({
      name: 'heartbeat_for_long',
      arguments: { steps: 30, stepMs: 100 },
      _meta: { progressToken },
    });
    await within(PATIENCE_MS, resultOf(call.reply));
    const values = valuesOf(call, progressToken) as number[];

    expect(values.length).toBeGreaterThan(1);
    expect(values).toStrictEqual([...new Set(values)].sort((one, other) => one - other));
    expect(call.received.at(-1)).toHaveProperty('result');
  });
});

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
