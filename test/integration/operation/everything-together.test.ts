/** Two tenants, tokens, a codec, the audit log, events, webhooks and ends of the time to live: all of them in one server. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { hashToken } from '../../../src/security/auth/tokens/token-hash.js';
import { connectEventHttp, type EventPeer } from '../../support/event-peer.js';
import { eventually } from '../../support/eventually.js';
import { type CliProcess, startCli } from '../../support/start-cli.js';
import { type DeliveryProcess, startDelivery } from '../../support/start-delivery.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { readStored } from '../../support/stored-payloads.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const TENANTS = ['acme', 'globex'] as const;
type TenantName = (typeof TENANTS)[number];

const namespace = `acme-${randomUUID().slice(0, 8)}`;
const taskQueue = `test-${randomUUID()}`;
const tokens = { acme: randomUUID(), globex: randomUUID() };
const environment = {
  TEMPORAL_MCP_TASKS_SECRET: `${randomUUID()}${randomUUID()}`,
  TEMPORAL_MCP_TASKS_CODEC_KEYS: `k=base64:${randomBytes(32).toString('base64')}`,
};
const queues = { acme: `acme-${taskQueue}`, globex: taskQueue };

const settings = (folder: string): string => `namespaces: { of-acme: { namespace: ${namespace} } }
auth:
  tokens:
    - { sha256: ${hashToken(tokens.acme)}, principal: ada, claims: { org: acme } }
    - { sha256: ${hashToken(tokens.globex)}, principal: ada, claims: { org: globex } }
tenants:
  claim: org
  values: { acme: { namespace: of-acme, taskQueue: 'acme-{taskQueue}' }, globex: {} }
audit: { to: '${folder}/audit.log', failClosed: true }
events: { endpoints: { loopbackHttp: true } }
`;
const MANIFEST = `server: server.yaml
defaults: { workflow: { taskQueue: ${taskQueue} }, task: { after: 0s, joinRepeats: false }, ttl: { min: 1s } }
tools:
  quick_job: { workflow: quickJob }
  end_late: { workflow: waitForFinish, ttl: { default: 1s, max: 1s, whenOver: cancel } }
`;

let folder: TestFolder;
let connection: Connection;
let server: TestServer;
let delivery: DeliveryProcess;
const workers: CliProcess[] = [];
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const secrets = { acme: newSecret(), globex: newSecret() };
const subscriptions = {} as Record<TenantName, string>;
const receivers = {} as Record<TenantName, WebhookReceiver>;
const peers = {} as Record<TenantName, EventPeer>;
/** IDs of tasks, by tenant and tool. */
const started: { tenant: TenantName; tool: string; taskId: string }[] = [];

const temporal = (tenant: TenantName): Client =>
  new Client({ connection, namespace: tenant === 'acme' ? namespace : 'default' });

function subscriptionOf(tenant: TenantName): Readonly<Record<string, unknown>> {
  const delivery = { mode: 'webhook', url: receivers[tenant].url, secret: secrets[tenant] };
  return { name: 'task.finished', arguments: {}, cursor: null, delivery };
}

/** Its Workflow ID: those of all tenants are in the namespace of the server. */
async function findSubscription(id: string): Promise<string> {
  const query = "WorkflowId STARTS_WITH 'mcpsub-' AND ExecutionStatus = 'Running'";
  return eventually('the subscription', async () => {
    // As they are: memos are encrypted, and of other test files not even with this key.
    const listed = { namespace: 'default', query };
    const { executions } = await connection.workflowService.listWorkflowExecutions(listed);
    const ids = executions.map(({ execution }) => execution?.workflowId ?? '');
    return ids.find((workflowId) => workflowId.endsWith(id));
  });
}

async function registerNamespace(): Promise<void> {
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  await eventually('the namespace', async () =>
    temporal('acme')
      .workflow.count()
      .then(() => true)
      .catch(() => undefined),
  );
}

function startWorker(tenant: TenantName): CliProcess {
  return startCli(
    [
      ...['worker', '--task-queue', queues[tenant]],
      ...['--workflows', pathOf('../../../lab/fixtures/workflows/index.ts')],
      ...['--activities', pathOf('../../../dist/lab/fixtures/activities/index.js')],
    ],
    {
      environment: {
        ...environment,
        TEMPORAL_NAMESPACE: tenant === 'acme' ? namespace : 'default',
      },
    },
  );
}

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  await registerNamespace();
  folder = await createTestFolder();
  await folder.write({ 'm.yaml': MANIFEST, 'server.yaml': settings(folder.path) });
  const options = { taskQueue, manifest: `${folder.path}/m.yaml`, environment };
  workers.push(...TENANTS.map(startWorker));
  [server, delivery] = await Promise.all([startMcpServer(options), startDelivery(options)]);
  await Promise.all(workers.map(async (worker) => worker.untilOutput(/Worker is polling/)));
  for (const tenant of TENANTS) {
    const peer = connectEventHttp(server.url, true, { authorization: `Bearer ${tokens[tenant]}` });
    receivers[tenant] = await startReceiver(secrets[tenant]);
    peers[tenant] = peer;
    const { result, error } = await peer.request('events/subscribe', subscriptionOf(tenant));
    if (error) throw new Error(JSON.stringify(error));
    subscriptions[tenant] = await findSubscription(String(result?.['id']));
    for (const tool of ['quick_job', 'end_late']) {
      started.push({ tenant, tool, taskId: await peer.start(tool) });
    }
  }
});

afterAll(async () => {
  for (const tenant of TENANTS) {
    await peers[tenant].request('events/unsubscribe', subscriptionOf(tenant));
    await eventually('the end of the subscription', async () => {
      const query = `WorkflowId = '${subscriptions[tenant]}' AND ExecutionStatus = 'Running'`;
      return (await temporal('globex').workflow.count(query)).count === 0;
    });
  }
  await Promise.all(workers.map(async (worker) => worker.end('SIGTERM')));
  await Promise.all([server.stop(), delivery.stop()]);
  await Promise.all(TENANTS.map(async (tenant) => receivers[tenant].close()));
  await connection.close();
  await folder.remove();
});

describe('everything together, for two tenants', () => {
  it('brings each tenant its own events, also of what its time to live has ended', async () => {
    for (const tenant of TENANTS) {
      const events = await receivers[tenant].untilEvents(2);
      const own = started.filter((one) => one.tenant === tenant);
      const told = events.map(({ isSigned, body }) => [isSigned, body['data']]);

      expect(told).toHaveLength(2);
      expect(told).toStrictEqual(
        expect.arrayContaining(
          own.map(({ taskId, tool }) => [
            true,
            expect.objectContaining({
              taskId,
              status: tool === 'quick_job' ? 'completed' : 'cancelled',
            }),
          ]),
        ),
      );
    }
  });

  it('keeps all of it encrypted in Temporal, each in its place', async () => {
    const executions = [
      ...started.map(({ tenant, taskId }) => [temporal(tenant), taskId] as const),
      ...TENANTS.map((tenant) => [temporal('globex'), subscriptions[tenant]] as const),
    ];
    for (const [client, workflowId] of executions) {
      const { payloads, text } = await readStored(client, workflowId);

      expect(payloads.length).toBeGreaterThan(1);
      expect(payloads.filter(({ encoding }) => encoding !== 'binary/encrypted')).toStrictEqual([]);
      expect(text).not.toMatch(/globex|hook\?k=/);
    }
  });

  it('writes down who did it, in which tenant', () => {
    const lines = readFileSync(`${folder.path}/audit.log`, 'utf8').trim().split('\n');
    const records = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const created = records.filter(({ event }) => event === 'task.created');

    expect(created.map(({ tenant, tool, taskId }) => ({ tenant, tool, taskId }))).toStrictEqual(
      started,
    );
    expect(records.every(({ tenant }) => tenant === 'acme' || tenant === 'globex')).toBe(true);
    expect(records[0]?.['principal']).toBe('{"tenant":"acme","owner":["static","ada"]}');
  });

  it('is found in order by check, tenant by tenant', async () => {
    const args = ['check', '--manifest', `${folder.path}/m.yaml`];
    const { code, stdout } = await startCli(args, { environment }).exited;
    const [, acme = '', globex = ''] = stdout.split(/For the tenant .*:/);

    expect(stdout).toMatch(/For the tenant acme, in the namespace of-acme:/);
    expect(acme).toContain(`Namespace ${namespace} is reachable.`);
    expect(acme).toContain(`Task Queue acme-${taskQueue} is polled by 1 worker(s).`);
    expect(acme).toMatch(/Task Queue temporal-mcp-tasks is polled/);
    expect(globex).toContain(`Task Queue ${taskQueue} is polled by 1 worker(s).`);
    expect(code).toBe(0);
  });
});
