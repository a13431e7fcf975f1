import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { connectTemporal, type TemporalClients } from '../../../src/app/config/connect-temporal.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import type { ToolDefinition } from '../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { registerOwnerAttribute } from '../../../src/temporal/list/owner-attribute.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { type CliExit, runCli, startCli } from '../../support/start-cli.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { testSealer } from '../../support/test-sealer.js';
import { terminateOpen } from '../../support/with-tasks.js';

/** A Task Queue that nobody polls: these tests are about starts and lists only. */
const TASK_QUEUE = `nobody-${randomUUID()}`;
const WITHOUT_OWN_IDS = `tools:
  job: { workflow: { type: quickJob, taskQueue: ${TASK_QUEUE} } }
`;
const MANIFEST = `${WITHOUT_OWN_IDS}
  order:
    workflow:
      type: quickJob
      taskQueue: ${TASK_QUEUE}
      id: 'order-{id}'
      searchAttributes: { OrderNo: '{id}' }
    input: { type: object, required: [id], properties: { id: { type: string } } }
`;

const owner = 'ada';
let clients: TemporalClients;
let namespace: string;
let created: string[];
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'owner-attribute-'));
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** A namespace without any Search Attribute of ours. */
beforeEach(async () => {
  namespace = `test-${randomUUID()}`;
  created = [];
  clients = connectTemporal({ connection: { address: temporalAddress() }, namespace });
  await registerNamespace(clients.client.connection, namespace);
});

afterEach(async () => {
  await terminateOpen(clients.client, created);
  await clients.close();
});

const connect = (manifest: string): { tasks: Tasks; tool: (name: string) => ToolDefinition } => {
  const { tools } = parseManifest(manifest);
  return {
    tasks: createTemporalTasks({
      sealer: testSealer,
      serverName: 'tests',
      client: clients.client,
      tools,
      secret: randomBytes(32),
    }),
    tool: (name) => {
      const tool = tools.get(name);
      if (!tool) throw new Error(`There is no ${name}.`);
      return tool;
    },
  };
};

const start = async (
  { tasks, tool }: ReturnType<typeof connect>,
  name: string,
  id?: string,
): Promise<string> => {
  const ownId =
    id === undefined
      ? undefined
      : {
          workflowId: `order-${id}`,
          idConflictPolicy: 'UseExisting' as const,
          idReusePolicy: 'RejectDuplicate' as const,
        };
  const { taskId } = await createOwned(tasks, {
    tool: tool(name),
    owner,
    workflowArguments: [],
    protocolVersion: rev2025.version,
    ...(ownId && { start: { ownId } }),
  });
  created.push(taskId);
  return taskId;
};

const write = (manifest: string): string => {
  const path = join(directory, `${randomUUID()}.yaml`);
  writeFileSync(path, manifest);
  return path;
};

const check = async (): Promise<CliExit> =>
  runCli(['check', '--manifest', write(MANIFEST), '--namespace', namespace]);

describe('a namespace without the Search Attribute for owners', () => {
  it('is all that is needed where no tool has IDs of its own', async () => {
    const server = connect(WITHOUT_OWN_IDS);

    const taskId = await start(server, 'job');

    expect((await server.tasks.list(asOwner({ owner }))).tasks).toMatchObject([{ taskId }]);
  });

  it('is a server’s fault where one has, for its starts and all lists', async () => {
    const server = connect(MANIFEST);
    const fault = {
      code: 'misconfigured',
      message: expect.stringContaining('its Temporal namespace has no Search Attribute McpOwner'),
    };

    await expect(start(server, 'order', '1')).rejects.toMatchObject(fault);
    await expect(server.tasks.list(asOwner({ owner }))).rejects.toMatchObject(fault);
    const taskId = await start(server, 'job');
    expect(await server.tasks.get(asOwner({ owner }), taskId)).toMatchObject({ taskId });
  });

  it('is found by check, which says how to register what is missing', async () => {
    const { code, stdout } = await check();

    expect(code).toBe(1);
    expect(stdout).toContain(
      ` Search Attribute McpOwner is not registered: order cannot be started, and no tasks can be listed. Run: temporal operator search-attribute create --namespace ${namespace} --name McpOwner --type Keyword`,
    );
    expect(stdout).toMatch(
      /^PROBLEM {2}\/\S+:\d+:\d+ order: Search Attribute OrderNo is not registered/m,
    );
  });

  it('has it once it is registered, which may be done again', async () => {
    const server = connect(MANIFEST);

    await registerOwnerAttribute(clients.client);
    await registerOwnerAttribute(clients.client);
    const taskId = await eventually('a start', async () =>
      start(server, 'order', '1').catch(() => undefined),
    );

    expect(taskId).toBe('order-1');
    expect((await server.tasks.list(asOwner({ owner }))).tasks).toMatchObject([
      { taskId: 'order-1' },
    ]);
    const { stdout } = await check();
    expect(stdout).toContain('ok       Search Attribute McpOwner is registered.');
  });

  it('gets it from dev', async () => {
    const args = ['--manifest', write(MANIFEST), '--namespace', namespace];
    const dev = startCli(['dev', '--no-worker', '--port', '0', ...args], { cwd: directory });
    await dev.untilOutput(/Ctrl-C stops/);

    const { customAttributes } =
      await clients.client.connection.operatorService.listSearchAttributes({ namespace });

    expect(Object.keys(customAttributes)).toContain('McpOwner');
    expect((await dev.end('SIGINT')).code).toBe(0);
  });
});
