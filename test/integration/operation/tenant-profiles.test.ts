/** A tenant with a profile for its own namespace, beside a tenant in the namespace of the server. */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { parseBody, post, PROTOCOL_VERSION, type RawMcp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import {
  createTask,
  errorOf,
  getTask,
  listTaskIds,
} from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const taskQueue = `nobody-${randomUUID()}`;
const TENANTS = ['acme', 'globex', 'lost'] as const;
type Tenant = (typeof TENANTS)[number];

let connection: Connection;
/** A Client for the namespace of each tenant. */
let clients: Readonly<Record<'acme' | 'globex', Client>>;
let folder: TestFolder;
let server: TestServer;
const taskIds = new Map<Client, string>();

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  clients = { acme: await registerNamespace(connection), globex: new Client({ connection }) };
  const tokens = TENANTS.map((tenant) => {
    const sha256 = createHash('sha256').update(tenant).digest('hex');
    return `{ sha256: ${sha256}, principal: ada, claims: { org: ${tenant} } }`;
  });
  folder = await createTestFolder({
    'temporal.toml': `
[profile.acme]
address = "${temporalAddress()}"
namespace = "${clients.acme.options.namespace}"
[profile.lost]
address = "127.0.0.1:9"
namespace = "nowhere"
`,
    'server.yaml': `auth: { tokens: [ ${tokens.join(', ')} ] }
namespaces: { of-acme: { profile: acme }, of-lost: { profile: lost } }
tenants:
  claim: org
  values: { acme: { namespace: of-acme }, globex: {}, lost: { namespace: of-lost } }
`,
    'mcp-tasks.yaml': `server: server.yaml
defaults: { workflow: { taskQueue: ${taskQueue}, executionTimeout: 10 minutes } }
tools: { wait: { workflow: waitForFinish } }
`,
  });
  server = await startMcpServer({
    taskQueue,
    manifest: join(folder.path, 'mcp-tasks.yaml'),
    // Variables for the server's own namespace have no effect on a profile.
    environment: { TEMPORAL_CONFIG_FILE: join(folder.path, 'temporal.toml') },
  });
});
afterAll(async () => {
  for (const [client, taskId] of taskIds) await client.workflow.getHandle(taskId).terminate();
  await server.stop();
  await connection.close();
  await folder.remove();
});

function connect(tenant: Tenant): Pick<RawMcp, 'request'> {
  const headers = {
    authorization: `Bearer ${tenant}`,
    'mcp-protocol-version': PROTOCOL_VERSION,
  };
  return {
    request: async (method, params = {}) => {
      const body = { jsonrpc: '2.0', id: randomUUID(), method, params };
      const response = await post(server.url, body, { headers });
      const messages = parseBody(await response.text(), response.headers.get('content-type'));
      const [reply] = messages.slice(-1);
      if (!reply) throw new Error(`No reply to ${method}: HTTP ${response.status}`);
      return reply;
    },
  };
}

describe('a tenant with a profile of its own', () => {
  it('has its work where the profile says, and nothing in the namespace of the server', async () => {
    for (const tenant of ['acme', 'globex'] as const) {
      const taskId = await createTask(connect(tenant), 'wait');
      taskIds.set(clients[tenant], taskId);

      expect(await getTask(connect(tenant), taskId)).toMatchObject({ status: 'working' });
      expect(await listTaskIds(connect(tenant))).toStrictEqual([taskId]);
    }
    const [ofAcme = '', ofGlobex = ''] = taskIds.values();
    const described = await clients.acme.workflow.getHandle(ofAcme).describe();

    expect(described).toMatchObject({ type: 'waitForFinish', taskQueue });
    await expect(clients.globex.workflow.getHandle(ofAcme).describe()).rejects.toThrow(
      /not found/i,
    );
    await expect(clients.acme.workflow.getHandle(ofGlobex).describe()).rejects.toThrow(
      /not found/i,
    );
    expect(await errorOf(connect('globex').request('tasks/get', { taskId: ofAcme }))).toStrictEqual(
      await errorOf(connect('globex').request('tasks/get', { taskId: 'mcp-unknown' })),
    );
  });

  it('is told that Temporal does not answer where that of its profile does not, and no other tenant is', async () => {
    const call = { name: 'wait', arguments: {}, task: {} };
    const error = await errorOf(connect('lost').request('tools/call', call));

    expect(error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('Temporal does not answer at the moment') as unknown,
    });
    expect(await listTaskIds(connect('globex'))).toHaveLength(1);
  });
});
