/** Endpoints that a manifest names, which are told of everybody's tasks. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { COMPANION_WORKFLOW_TYPE } from '../../../src/core/companion/companion.js';
import { eventually } from '../../support/eventually.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { hasActivities } from '../../support/standalone-activities.js';
import {
  startMcpServer,
  type TestServer,
  type TestServerOptions,
  temporalAddress,
} from '../../support/start-mcp-server.js';
import { startWebhookWorker, type WebhookWorker } from '../../support/start-webhook-worker.js';
import { createTask } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

import { type ReceivedPost, startReceiver, type WebhookReceiver } from './webhook-receiver.js';

const itWithActivities = hasActivities ? it : it.skip;

const [first, second] = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64')}`) as [
  string,
  string,
];

const INBOX = 'https://tasks.example.com/inbox';

let folder: TestFolder;
let ofAll: WebhookReceiver;
let ofOne: WebhookReceiver;
let options: TestServerOptions;
let server: TestServer;
let worker: WebhookWorker;
let temporal: Client;
const closers: (() => Promise<unknown>)[] = [];

function toManifest({ withTool = true } = {}): string {
  return `server: server.yaml
defaults: { workflow: { taskQueue: "\${TEST_TASK_QUEUE}" }, task: { becomesTaskAfter: 0s, joinRepeats: false }, webhooks: [ { url: "${ofAll.url}", secret: "\${HOOK_SECRET}", headers: { authorization: "Bearer of-the-operator" }, tellOwner: true, tellQuestions: true, events: [ task.finished, task.input_required ], internalAddresses: true } ] }
tools:
  wait_for_finish: { workflow: waitForFinish }
  wait_briefly: { workflow: waitForFinish, ttl: { default: 1s, afterEnd: 1s } }
  multi_input: { workflow: multiInput }
  with_key: { workflow: waitForFinish, task: { idempotencyKey: "{note}" }, input: { type: object, properties: { note: { type: string } }, required: [note] } }
  with_own_id: { workflow: { type: waitForFinish, id: "finish-{note}", idConflictPolicy: UseExisting }, input: { type: object, properties: { note: { type: string } }, required: [note] } }
  give_back: { activity: { type: giveBackInput, taskQueue: "\${TEST_TASK_QUEUE}", startToCloseTimeout: 1m }, input: { type: object } }
  quick_job:
    workflow: quickJob
    ${withTool ? `webhooks: [{ url: "${ofOne.url}", secret: "\${HOOK_SECRET}", internalAddresses: true }]` : ''}
`;
}

beforeAll(async () => {
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  temporal = new Client({ connection });
  const definitions = await runTestWorker({ definitions: 'fixtures' });
  closers.push(async () => definitions.stop());
  [ofAll, ofOne] = [await startReceiver(first), await startReceiver(first)];
  closers.push(ofAll.close, ofOne.close);
  folder = await createTestFolder({
    secret: first,
    'server.yaml': `name: webhooks-${randomBytes(6).toString('hex')}\ntaskTools: false\ninbox: { url: ${INBOX} }\n`,
  });
  await folder.write({ 'mcp-tasks.yaml': toManifest() });
  closers.push(folder.remove);
  options = {
    taskQueue: definitions.taskQueue,
    manifest: join(folder.path, 'mcp-tasks.yaml'),
    environment: { HOOK_SECRET: undefined, HOOK_SECRET_FILE: join(folder.path, 'secret') },
  };
  server = await startMcpServer(options);
  worker = await startWebhookWorker(options);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
  for (const close of closers.reverse()) await close();
});

async function start(tool: string, args: object = {}): Promise<string> {
  return createTask(connectRawHttp(server.url), tool, { arguments: args });
}

async function finish(taskId: string): Promise<void> {
  await temporal.workflow.getHandle(taskId).signal('finish', 'done');
}

const taskIdOf = ({ body }: ReceivedPost): string => (body['data'] as { taskId: string }).taskId;

function postsOf(receiver: WebhookReceiver, taskId: string): readonly ReceivedPost[] {
  return receiver.posts.filter((post) => taskIdOf(post) === taskId);
}

/** The names of a task's events, in the order of their first arrival. */
function namesOf(receiver: WebhookReceiver, taskId: string): readonly unknown[] {
  const events = postsOf(receiver, taskId).map(({ body }) => [body['eventId'], body['name']]);
  return [...new Map(events as [unknown, unknown][]).values()];
}

async function untilTold(receiver: WebhookReceiver, taskIds: readonly string[]): Promise<void> {
  await eventually('all of them to be told', () =>
    taskIds.every((taskId) => namesOf(receiver, taskId).includes('task.finished')),
  );
}

async function listCompanions(taskId: string): Promise<string[]> {
  const ids: string[] = [];
  const query = `WorkflowType = '${COMPANION_WORKFLOW_TYPE}' AND WorkflowId STARTS_WITH 'mcp-companion-${taskId}'`;
  for await (const { workflowId } of temporal.workflow.list({ query })) ids.push(workflowId);
  return ids;
}

describe('an endpoint that a manifest names', () => {
  it('is told of everybody’s tasks, signed and with the headers of its own, and one of a tool of that, in place of those of all', async () => {
    const waiting = await start('wait_for_finish');
    const quick = await start('quick_job');
    await finish(waiting);
    await untilTold(ofAll, [waiting]);
    await untilTold(ofOne, [quick]);
    const [post] = postsOf(ofAll, waiting);

    expect(post).toMatchObject({
      isSigned: true,
      headers: { authorization: 'Bearer of-the-operator', 'webhook-id': post?.body['eventId'] },
      body: {
        name: 'task.finished',
        data: {
          tool: 'wait_for_finish',
          status: 'completed',
          owner: { kind: 'local', subject: 'local' },
        },
      },
    });
    expect(postsOf(ofAll, quick)).toStrictEqual([]);
    expect(postsOf(ofOne, waiting)).toStrictEqual([]);
    expect(postsOf(ofOne, quick)[0]?.body['data']).not.toHaveProperty('owner');
  });

  itWithActivities('is told of the end of a Standalone Activity', async () => {
    const taskId = await start('give_back', { a: 1 });
    await untilTold(ofAll, [taskId]);

    expect(postsOf(ofAll, taskId)[0]).toMatchObject({
      isSigned: true,
      body: { name: 'task.finished', data: { tool: 'give_back', status: 'completed' } },
    });
  });

  it('is told of questions, where it wants to be, before the end', async () => {
    const asking = await start('multi_input');
    const [told] = await eventually('the question', () => {
      const posts = postsOf(ofAll, asking);
      return posts.length > 0 ? posts : undefined;
    });
    const other = await start('wait_for_finish');
    await finish(other);
    await untilTold(ofAll, [other]);
    await temporal.workflow.getHandle(asking).terminate('asked enough');
    await untilTold(ofAll, [asking]);

    const aForm = {
      kind: 'form',
      page: expect.stringContaining(`${INBOX}/questions/`),
      message: expect.any(String),
    };

    expect(told?.isSigned).toBe(true);
    expect(told?.body['data']).toMatchObject({
      tool: 'multi_input',
      requests: [aForm, aForm],
      owner: { kind: 'local', subject: 'local' },
    });
    const names = postsOf(ofAll, asking).map(({ body }) => body['name']);
    expect(names).toStrictEqual(['task.input_required', 'task.finished']);
  });

  it('gets what it has missed, in order, once it takes messages again', async () => {
    ofAll.answer = () => ({ status: 503 });
    const asking = await start('multi_input');
    await eventually('an attempt', () => postsOf(ofAll, asking).length > 0);
    await temporal.workflow.getHandle(asking).terminate('asked enough');
    await eventually('a further one', () => postsOf(ofAll, asking).length > 1);
    ofAll.answer = () => ({ status: 204 });
    await untilTold(ofAll, [asking]);

    expect(namesOf(ofAll, asking)).toStrictEqual(['task.input_required', 'task.finished']);
  });

  it('loses nothing with kill -9 of Worker and server, and gets doubles under the same ID alone', async () => {
    const taskIds: string[] = [];
    // Their clients cannot read them any longer when their endpoint is told.
    for (let count = 0; count < 4; count += 1) taskIds.push(await start('wait_briefly'));
    const [attempted = '', ...others] = taskIds;
    const killed = new Promise<void>((resolve) => {
      ofAll.answer = async () => {
        await worker.kill();
        resolve();
        return { status: 503 };
      };
    });
    await finish(attempted);
    await killed;
    await server.kill();
    // These end without a Worker. Their waits were lost with it, and time out after a minute.
    for (const taskId of others) await finish(taskId);
    ofAll.answer = () => ({ status: 204 });
    [server, worker] = [await startMcpServer(options), await startWebhookWorker(options)];
    const later = await start('wait_for_finish');
    await finish(later);
    await untilTold(ofAll, [later]);
    await eventually('the second attempt', () => postsOf(ofAll, attempted).length > 1);
    await untilTold(ofAll, others);
    const told = taskIds.map((taskId) => postsOf(ofAll, taskId).map(({ body }) => body['eventId']));

    expect(told.map((eventIds) => new Set(eventIds).size)).toStrictEqual([1, 1, 1, 1]);
  });

  it('is told once by a task that a second call joins', async () => {
    const note = randomBytes(6).toString('hex');
    const taskId = await start('with_own_id', { note });
    const joined = await start('with_own_id', { note });
    const companions = await eventually('the companion in the list', async () => {
      const listed = await listCompanions(taskId);
      return listed.length === 1 ? listed : undefined;
    });
    await finish(taskId);
    await untilTold(ofAll, [taskId]);

    expect(joined).toBe(taskId);
    expect(companions).toHaveLength(1);
    expect(postsOf(ofAll, taskId)).toHaveLength(1);
  });

  it('is told once by a task that a second call finds by its key', async () => {
    const note = randomBytes(6).toString('hex');
    const taskId = await start('with_key', { note });
    const found = await start('with_key', { note });
    const companions = await eventually('the companions of both calls in the list', async () => {
      const listed = await listCompanions(taskId);
      return listed.length === 2 ? listed : undefined;
    });
    const statuses = await Promise.all(
      companions.map(async (id) => (await temporal.workflow.getHandle(id).describe()).status.name),
    );
    await finish(taskId);
    await untilTold(ofAll, [taskId]);

    expect(found).toBe(taskId);
    expect(statuses.sort()).toStrictEqual(['RUNNING', 'TERMINATED']);
    expect(postsOf(ofAll, taskId)).toHaveLength(1);
  });

  it('shows Temporal neither its URL nor a secret', async () => {
    const taskId = await start('wait_for_finish');
    const [workflowId = ''] = await eventually('the companion', async () => {
      const listed = await listCompanions(taskId);
      return listed.length > 0 ? listed : undefined;
    });
    await finish(taskId);
    const handle = temporal.workflow.getHandle(workflowId);
    await handle.result();
    const history = JSON.stringify(await handle.fetchHistory());
    const text = history.replace(/[A-Za-z0-9+/]{16,}={0,2}/g, (part) =>
      Buffer.from(part, 'base64').toString(),
    );

    expect(text).toContain('task.finished');
    expect(text).not.toContain('/hook?k=');
    expect(text).not.toContain('whsec_');
    expect(text).not.toContain('of-the-operator');
  });

  it('is signed to by the next secret after a restart, and gets nothing once it is no longer named', async () => {
    const before = await start('quick_job');
    await untilTold(ofOne, [before]);
    await server.stop();
    await worker.stop();
    await folder.write({ secret: second, 'mcp-tasks.yaml': toManifest({ withTool: false }) });
    ofAll.secrets = [second];
    [server, worker] = [await startMcpServer(options), await startWebhookWorker(options)];
    const after = await start('quick_job');
    await untilTold(ofAll, [after]);

    expect(postsOf(ofAll, after)[0]?.isSigned).toBe(true);
    expect(postsOf(ofOne, after)).toStrictEqual([]);
  });
});
