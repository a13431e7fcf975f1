/** Endpoints that a manifest names: told of everybody's tasks, with no client that has subscribed. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';

import { toConfiguringOwner } from '../../../src/core/event/configured-webhook.js';
import { toSubscriptionPrefix } from '../../../src/core/event/event-delivery.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { TemporalSubscriptions } from '../../../src/temporal/temporal-subscriptions.js';
import { eventually } from '../../support/eventually.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { type DeliveryProcess, startDelivery } from '../../support/start-delivery.js';
import {
  startMcpServer,
  type TestServer,
  type TestServerOptions,
  temporalAddress,
  TEST_SECRET,
} from '../../support/start-mcp-server.js';
import { createTask } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import {
  type ReceivedPost,
  startReceiver,
  type WebhookReceiver,
} from '../../support/webhook-receiver.js';

const [first, second] = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64')}`) as [
  string,
  string,
];
/** Of this file alone: what one server name has begun, another leaves alone. */
const NAME = `configured-${randomBytes(6).toString('hex')}`;

let folder: TestFolder;
let ofAll: WebhookReceiver;
let ofOne: WebhookReceiver;
let options: TestServerOptions;
let server: TestServer;
let delivery: DeliveryProcess;
let temporal: Client;
const closers: (() => Promise<unknown>)[] = [];

function toManifest({ withTool = true, withNew = false } = {}): string {
  return `server: server.yaml
defaults: { workflow: { taskQueue: "\${TEST_TASK_QUEUE}" }, task: { after: 0s, joinRepeats: false }, webhooks: [ { url: ${ofAll.url}, secret: "\${HOOK_SECRET}", headers: { authorization: "Bearer of-the-operator" }, tellOwner: true, events: [ task.finished, task.input_required ], internalAddresses: true } ] }
tools:
  wait_for_finish: { workflow: waitForFinish }
  multi_input: { workflow: multiInput }
  ${withNew ? 'new_job: { workflow: quickJob }' : ''}
  quick_job:
    workflow: quickJob
    ${withTool ? `webhooks: [{ url: "${ofOne.url}", secret: "\${HOOK_SECRET}", internalAddresses: true }]` : ''}
`;
}

beforeAll(async () => {
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  // All tasks of a namespace are told of, whichever test has started them.
  temporal = await registerNamespace(connection);
  const { namespace } = temporal.options;
  const worker = await runTestWorker({ definitions: 'fixtures', namespace });
  closers.push(async () => worker.stop());
  [ofAll, ofOne] = [await startReceiver(first, second), await startReceiver(first, second)];
  closers.push(ofAll.close, ofOne.close);
  folder = await createTestFolder({
    secret: first,
    'mcp-tasks.yaml': toManifest(),
    'server.yaml': `name: ${NAME}\ntaskTools: false\n`,
  });
  closers.push(folder.remove);
  options = {
    taskQueue: worker.taskQueue,
    manifest: join(folder.path, 'mcp-tasks.yaml'),
    environment: {
      TEMPORAL_NAMESPACE: namespace,
      HOOK_SECRET: undefined,
      HOOK_SECRET_FILE: join(folder.path, 'secret'),
    },
  };
  server = await startMcpServer(options);
  delivery = await startDelivery(options);
});
afterAll(async () => {
  for (const workflowId of await findLiving()) {
    await temporal.workflow.getHandle(workflowId).terminate('the tests are over');
  }
  await delivery.stop();
  await server.stop();
  for (const close of closers.reverse()) await close();
});

/** The Workflow IDs of what lives by this configuration. */
async function findLiving(): Promise<string[]> {
  const owner = toConfiguringOwner(NAME);
  const secret = Buffer.from(TEST_SECRET);
  const ids = await new TemporalSubscriptions(temporal, secret).list(owner);
  const prefix = toSubscriptionPrefix(new TaskIdFactory(secret).ownerTag(owner));
  return ids.map((id) => `${prefix}${id}`);
}

async function start(tool: string): Promise<string> {
  return createTask(connectRawHttp(server.url), tool);
}

async function finish(taskId: string): Promise<void> {
  await temporal.workflow.getHandle(taskId).signal('finish', 'done');
}

function taskIdsOf(posts: readonly ReceivedPost[]): string[] {
  return posts.map(({ body }) => (body['data'] as { taskId: string }).taskId);
}

async function untilTold(receiver: WebhookReceiver, taskIds: readonly string[]): Promise<void> {
  await eventually('all of them to be told', async () => {
    const told = new Set(taskIdsOf(receiver.events()));
    return Promise.resolve(taskIds.every((taskId) => told.has(taskId)) || undefined);
  });
}

describe('an endpoint that a manifest names', () => {
  it('is told of everybody’s tasks, signed and with the headers of its own, and one of a tool of that, in place of those of all', async () => {
    await eventually('the beginning of both', async () => (await findLiving()).length === 3);
    const waiting = await start('wait_for_finish');
    const quick = await start('quick_job');
    await finish(waiting);
    await untilTold(ofAll, [waiting]);
    await untilTold(ofOne, [quick]);
    const [post] = ofAll.events();

    expect(ofAll.events().every(({ isSigned }) => isSigned)).toBe(true);
    expect(post?.headers.authorization).toBe('Bearer of-the-operator');
    expect(post?.body).toMatchObject({
      name: 'task.finished',
      data: { status: 'completed', owner: { kind: 'local', subject: 'local' } },
    });
    expect(new Set(taskIdsOf(ofAll.events()))).toStrictEqual(new Set([waiting]));
    expect(new Set(taskIdsOf(ofOne.events()))).toStrictEqual(new Set([quick]));
    expect(ofOne.events()[0]?.body['data']).not.toHaveProperty('owner');
    expect(ofAll.posts.filter(({ body }) => body['type'] === 'verification')).toStrictEqual([]);
  });

  it('is told of questions, where it wants to be', async () => {
    const asking = await start('multi_input');
    const told = await eventually('the question', () =>
      ofAll.events().find((post) => {
        const { name } = post.body;
        return name === 'task.input_required' && taskIdsOf([post])[0] === asking;
      }),
    );
    await temporal.workflow.getHandle(asking).terminate('asked enough');

    expect(told.isSigned).toBe(true);
    expect(told.body['data']).toMatchObject({
      tool: 'multi_input',
      requests: [{ kind: 'form' }, { kind: 'form' }],
      owner: { kind: 'local', subject: 'local' },
    });
    expect(taskIdsOf(ofOne.events())).not.toContain(asking);
  });

  it('lives once, whoever sees to it, and shows neither URL nor secret to Temporal', async () => {
    const another = await startMcpServer(options);
    const before = await findLiving();
    await another.stop();
    const histories = await Promise.all(
      before.map(async (id) => temporal.workflow.getHandle(id).fetchHistory()),
    );
    const text = JSON.stringify(histories);
    const texts = text.replace(/[A-Za-z0-9+/]{16,}={0,2}/g, (part) =>
      Buffer.from(part, 'base64').toString(),
    );

    expect(before).toHaveLength(3);
    expect(texts).not.toContain('/hook?k=');
    expect(texts).not.toContain('whsec_');
    expect(texts).not.toContain('of-the-operator');
  });

  it('loses nothing with kill -9 of Worker and server, and gets doubles under the same ID alone', async () => {
    const taskIds: string[] = [];
    for (let count = 0; count < 4; count += 1) taskIds.push(await start('wait_for_finish'));
    const killed = new Promise<void>((resolve) => {
      ofAll.answer = async () => {
        await delivery.kill();
        resolve();
        return { status: 503 };
      };
    });
    await finish(taskIds[0] ?? '');
    await killed;
    await server.kill();
    for (const taskId of taskIds.slice(1)) await finish(taskId);
    ofAll.answer = () => ({ status: 204 });
    delivery = await startDelivery(options);
    await untilTold(ofAll, taskIds);
    server = await startMcpServer(options);
    const told = ofAll.events().filter((post) => taskIds.includes(taskIdsOf([post])[0] ?? ''));
    const pairs = told.map((post) => `${taskIdsOf([post]).join()} ${String(post.body['eventId'])}`);

    expect(new Set(pairs).size).toBe(taskIds.length);
  });

  it('is signed to by the next secret after a reload, and ends when it is no longer named', async () => {
    await folder.write({ secret: second, 'mcp-tasks.yaml': toManifest({ withTool: false }) });
    ofAll.secrets = [second];
    server.child.kill('SIGHUP');
    await eventually('the end of that of the tool', async () => (await findLiving()).length === 2);
    const quick = await start('quick_job');
    await untilTold(ofAll, [quick]);
    const post = ofAll.events().find((one) => taskIdsOf([one])[0] === quick);

    expect(post?.isSigned).toBe(true);
    expect(taskIdsOf(ofOne.events())).not.toContain(quick);
  });

  it('is told of a tool that was added, once what delivers has read the manifest again', async () => {
    await folder.write({ 'mcp-tasks.yaml': toManifest({ withTool: false, withNew: true }) });
    server.child.kill('SIGHUP');
    await delivery.reload();
    const added = await eventually('the tool', async () => start('new_job').catch(() => undefined));
    await untilTold(ofAll, [added]);
    await folder.write({ 'mcp-tasks.yaml': 'tools: wrong' });
    await delivery.reload();
    const after = await start('new_job');
    await untilTold(ofAll, [after]);

    expect(delivery.log()).toContain('The manifest has been reloaded');
    expect(delivery.log()).toContain('the one before goes on to hold');
    expect(await findLiving()).toHaveLength(2);
  });
});
