/** Work that its caller has stopped, and the same call after that. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { type AskedHttpClient, connectAskedHttp } from '../../support/asked-client.js';
import { eventually } from '../../support/eventually.js';
import type { HostResult } from '../../support/hosts/official-clients.js';
import { beforeCall, findExecution } from '../../support/open-executions.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { finish, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers(
  fileURLToPath(new URL('../../support/hosts/short-waits.yaml', import.meta.url)),
);
let replica: TestServer;

beforeAll(async () => {
  replica = await startMcpServer(given().options);
});

afterAll(async () => replica.stop());

/** Its Workflow goes on for as long as a test lets it, whoever cancels it. */
const TOOL = 'ignore_cancellation';

const taskIdOf = (result: unknown): string =>
  String((result as HostResult).structuredContent?.['taskId']);

/** Calls the tool, which is answered with a handle, and returns the ID of its task. */
async function call(client: AskedHttpClient, mark: string): Promise<string> {
  const params = { name: TOOL, arguments: { mark } };
  return taskIdOf(await resultOf(client.request('tools/call', params)));
}

async function isAskedToStop(workflowId: string): Promise<boolean> {
  const { raw } = await given().temporal.workflow.getHandle(workflowId).describe();
  return raw.workflowExtendedInfo?.cancelRequested ?? false;
}

/** Stops the work of a call, before or after its handle, and returns the ID of the task. */
const stops: Record<string, (client: AskedHttpClient, mark: string) => Promise<string>> = {
  'notifications/cancelled': async (client, mark) => {
    const before = beforeCall(TOOL);
    const { id } = client.open('tools/call', {
      name: TOOL,
      arguments: { mark },
    });
    const { temporal, options } = given();
    const taskId = await findExecution(temporal, options.taskQueue, before);
    await client.send({ method: 'notifications/cancelled', params: { requestId: id } });
    await eventually('the stop', async () => isAskedToStop(taskId));
    return taskId;
  },
  task_cancel: async (client, mark) => {
    const taskId = await call(client, mark);
    const params = { name: 'task_cancel', arguments: { task_id: taskId } };
    await resultOf(client.request('tools/call', params));
    return taskId;
  },
  'tasks/cancel': async (client, mark) => {
    const taskId = await call(client, mark);
    await resultOf(client.request('tasks/cancel', { taskId }));
    return taskId;
  },
};

describe.each(Object.keys(stops))('a call after %s', (name) => {
  it.each([
    ['the same replica', 0],
    ['another replica', 1],
  ])('starts its work anew while the stopped work is ending, at %s', async (_where, index) => {
    const urls = [given().url, replica.url];
    const client = await connectAskedHttp(urls.slice(0, 1));
    const other = await connectAskedHttp(urls.slice(index, index + 1));
    const mark = randomUUID();

    const stopped = await stops[name]?.(client, mark);
    const anew = await call(other, mark);
    const joined = await call(other, mark);

    expect(anew).not.toBe(stopped);
    expect(anew).toMatch(/^mcp-/);
    expect(joined).toBe(anew);
    expect(await isAskedToStop(anew)).toBe(false);
    for (const taskId of [stopped ?? '', anew]) await finish(given().temporal, taskId, 'done');
    await Promise.all([client.close(), other.close()]);
  });
});

it('answers no equal call after its end, when it was stopped', async () => {
  const client = await connectAskedHttp([given().url]);
  const mark = randomUUID();
  const stopped = await stops['task_cancel']?.(client, mark);
  await finish(given().temporal, stopped ?? '', 'done');
  await given()
    .temporal.workflow.getHandle(stopped ?? '')
    .result();

  const anew = await call(client, mark);

  expect(anew).toMatch(/^mcp-/);
  expect(anew).not.toBe(stopped);
  await finish(given().temporal, anew, 'done');
  await client.close();
});
