import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { registerOwnerAttribute } from '../../../src/temporal/list/owner-attribute.js';
import { eventually } from '../../support/eventually.js';
import { terminateRunning } from '../../support/open-executions.js';
import { connectStatelessHttp } from '../../support/raw-mcp-2026.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { startCli } from '../../support/start-cli.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import {
  createTask,
  errorOf,
  getTask,
  listAllTasks,
  listTaskIds,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import { withTestServers } from '../../support/with-test-server.js';

const unchecked = { openConnection: () => () => undefined, count: () => 0, problems: () => [] };
/** More than a page has, in each namespace. */
const TASKS_OF_TWO_PAGES = 55;
const NAMESPACE = `billing-${randomUUID().slice(0, 8)}`;

const given = withTestServers();
let folder: TestFolder | undefined;
const servers: TestServer[] = [];

function manifestPath(): string {
  return join(folder?.path ?? '', 'mcp-tasks.yaml');
}

let connection: Connection | undefined;

/** Goes past the servers, to the further namespace. */
function billing(): Client {
  if (!connection) throw new Error('The connection is there in tests only.');
  return new Client({ connection, namespace: NAMESPACE });
}

async function startServer(): Promise<RawMcp> {
  const server = await startMcpServer({ ...given().options, manifest: manifestPath() });
  servers.push(server);
  return connectRawHttp(server.url);
}

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  await registerNamespace(connection, NAMESPACE);
  await registerOwnerAttribute(billing());
  folder = await createTestFolder({
    'server.yaml': `namespaces: { billing: { namespace: ${NAMESPACE} } }\n`,
    'mcp-tasks.yaml': `server: server.yaml
defaults: { workflow: { taskQueue: nobody-${NAMESPACE}, executionTimeout: 10 minutes } }
tools:
  here: { workflow: { type: here, taskQueue: '${given().options.taskQueue}-by-hand' } }
  there: { workflow: { type: there, namespace: billing } }
  invoice:
    workflow: { type: invoice, namespace: billing, id: 'invoice-{number}' }
    input: { type: object, required: [ number ], properties: { number: { type: string } } }
`,
  });
  await startServer();
});

afterAll(async () => {
  await Promise.all(servers.map(async ({ stop }) => stop()));
  await folder?.remove();
  await terminateRunning(billing());
  await connection?.close();
});

describe('a server of several namespaces', () => {
  it('starts each task in the namespace of its tool, and reads it from any replica', async () => {
    const [one, other] = [connectRawHttp(servers[0]?.url ?? ''), await startServer()];
    const [here, there] = [await createTask(one, 'here'), await createTask(one, 'there')];

    for (const mcp of [one, other]) {
      await expect(getTask(mcp, here)).resolves.toMatchObject({ status: 'working' });
      await expect(getTask(mcp, there)).resolves.toMatchObject({ status: 'working' });
    }
    const { type } = await billing().workflow.getHandle(there).describe();
    expect(type).toBe('there');
    await expect(given().temporal.workflow.getHandle(there).describe()).rejects.toThrow(
      /not found/,
    );
  });

  it('lists the tasks of all, and cancels and ends each where it is', async () => {
    const mcp = connectRawHttp(servers[0]?.url ?? '');
    const [here, there] = [await createTask(mcp, 'here'), await createTask(mcp, 'there')];

    await expect(listTaskIds(mcp)).resolves.toEqual(expect.arrayContaining([here, there]));
    await mcp.request('tasks/cancel', { taskId: there });
    await untilStatus(mcp, there, 'cancelled');
    await expect(getTask(mcp, here)).resolves.toMatchObject({ status: 'working' });
    await given().temporal.workflow.getHandle(here).terminate('over');
    await untilStatus(mcp, here, 'failed');
  });

  it('finds a task with an ID of its tool, and nobody else what that ID says', async () => {
    const [one, other] = [connectRawHttp(servers[0]?.url ?? ''), await startServer()];
    const number = randomUUID();
    const taskId = await createTask(one, 'invoice', { arguments: { number } });

    expect(taskId).toBe(`invoice-${number}`);
    await expect(getTask(other, taskId)).resolves.toMatchObject({ status: 'working' });
    await eventually('the list has it', async () => (await listTaskIds(other)).includes(taskId));
    await billing().workflow.start('invoice', {
      taskQueue: `nobody-${NAMESPACE}`,
      workflowId: `invoice-others-${number}`,
    });
    const [unknown, foreign] = [
      await errorOf(one.request('tasks/get', { taskId: `invoice-nobody-${number}` })),
      await errorOf(one.request('tasks/get', { taskId: `invoice-others-${number}` })),
    ];
    expect(foreign).toEqual(unknown);
  });

  it('pages through the tasks of all, each of them once', async () => {
    const mcp = connectRawHttp(servers[0]?.url ?? '');
    const names = Array.from({ length: TASKS_OF_TWO_PAGES }, () => ['here', 'there']).flat();
    const created: string[] = [];
    for (const name of names) created.push(await createTask(mcp, name));

    await eventually('visibility has them', async () => {
      const listed = (await listAllTasks(mcp)).map(({ taskId }) => taskId);
      expect(new Set(listed).size).toBe(listed.length);
      return created.every((taskId) => listed.includes(taskId));
    });
    const first = (await resultOf(mcp.request('tasks/list'))) as { nextCursor?: string };
    expect(first.nextCursor).toBeDefined();
  });

  it('serves the other generation as well', async () => {
    const mcp = connectStatelessHttp(servers[0]?.url ?? '', unchecked);
    const taskId = await createTask(connectRawHttp(servers[0]?.url ?? ''), 'there');
    const { result } = await mcp.request('tasks/get', { taskId });

    expect(result).toMatchObject({ taskId, status: 'working' });
  });

  it('says the same of an ID that is nowhere, and of one that looks like another', async () => {
    const mcp = connectRawHttp(servers[0]?.url ?? '');
    const taskId = await createTask(mcp, 'there');
    const changed = `${taskId.slice(0, -1)}${taskId.endsWith('a') ? 'e' : 'a'}`;
    const foreign = `mcp-${'a'.repeat(20)}${taskId.slice(24)}`;

    const [one, two] = [
      await errorOf(mcp.request('tasks/get', { taskId: changed })),
      await errorOf(mcp.request('tasks/get', { taskId: foreign })),
    ];
    expect(one.message.replace(changed, 'ID')).toBe(two.message.replace(foreign, 'ID'));
  });

  it('is looked at by check as a whole', async () => {
    const { stdout } = await startCli(['check', '--manifest', manifestPath()]).exited;

    expect(stdout).toContain('In the namespace billing:');
    expect(stdout).toContain(`nobody-${NAMESPACE}`);
  });
});
