/** Questions with a time until which an answer counts, and what happens when it is over. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { createCompanion } from '../../../src/app/server/create-companion.js';
import {
  type Companion,
  COMPANION_WORKFLOW_TYPE,
  type KnownTask,
  type Look,
  type LookInput,
  toCompanionId,
} from '../../../src/core/companion/companion.js';
import { loadManifest } from '../../../src/manifest/load/load-manifest.js';
import { type AskedHttpClient, connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { inboxOf, mainTextOf } from '../../support/inbox/inbox-steps.js';
import { connectStatelessHttp, type StatelessHttp } from '../../support/raw-mcp-2026.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
  type TestServerOptions,
} from '../../support/start-mcp-server.js';
import { startWebhookWorker } from '../../support/start-webhook-worker.js';
import {
  createTask as createTask2025,
  getTask as getTask2025,
  resultOf,
  untilStatus as untilStatus2025,
} from '../../support/steps/rev2025-task-steps.js';
import { createTask, getTask, untilStatus } from '../../support/steps/rev2026-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

/** Longer than a start and a question take. */
const SOON_MS = 4_000;

const MANIFEST = `server: server.yaml
defaults: { workflow: { taskQueue: "\${TEST_TASK_QUEUE}" }, task: { pollInterval: 200ms, becomesTaskAfter: 0s, joinRepeats: false } }
tools:
  buy:
    workflow: purchase
    input:
      type: object
      required: [item]
      properties: { item: { type: string }, until: { type: string } }
    questions:
      approval:
        when: { query: getPurchase, timeout: 1s, value: $query.state, is: awaiting approval }
        message: Approve {$query.item}?
        properties: { approved: { type: boolean } }
        required: [approved]
        answer: { signal: approve, arguments: [$answer.approved] }
        decline: { signal: approve, arguments: [{ value: false }, $caller.subject] }
        answerBy: $query.until
        onDeadline: decline
  buy_with_note:
    workflow: purchase
    input: { type: object, properties: { item: { type: string }, until: { type: string } } }
    questions:
      note:
        when: &waiting { query: getPurchase, timeout: 1s, value: $query.state, is: awaiting approval }
        message: What is to be noted?
        properties: { note: { type: string } }
        answer: { signal: approve, arguments: [{ value: true }, $answer.note] }
        decline: { signal: approve, arguments: [{ value: false }, { value: no note }] }
        answerBy: $query.until
      approval:
        when: *waiting
        message: Approve {$query.item}?
        properties: { approved: { type: boolean } }
        answer: { signal: approve, arguments: [$answer.approved] }
        decline: { signal: approve, arguments: [{ value: false }, $caller.subject] }
        answerBy: $query.until
        onDeadline: decline
  settle:
    workflow: purchase
    input:
      type: object
      required: [item, due]
      properties: { item: { type: string }, due: { type: string, format: date-time } }
    questions:
      approval:
        when: { query: getPurchase, timeout: 1s, value: $query.state, is: awaiting approval }
        message: Settle it?
        properties: { approved: { type: boolean } }
        answer: { signal: approve, arguments: [$answer.approved] }
        decline: { signal: approve, arguments: [{ value: false }] }
        answerBy: due
        onDeadline: decline
  delete_file:
    workflow: confirmDelete
    input: { type: object, properties: { filename: { type: string }, deadlineMs: { type: integer } } }
`;

let folder: TestFolder;
let options: TestServerOptions;
let definitions: TestWorker;
let server: TestServer;
let temporal: Client;
let client: StatelessHttp;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  temporal = new Client({ connection });
  definitions = await runTestWorker({ definitions: 'fixtures' });
  closers.push(async () => definitions.stop());
  folder = await createTestFolder({
    'server.yaml': `name: deadlines-${randomBytes(6).toString('hex')}\ninbox: { enabled: true }\n`,
    'mcp-tasks.yaml': MANIFEST,
  });
  closers.push(folder.remove);
  options = { taskQueue: definitions.taskQueue, manifest: join(folder.path, 'mcp-tasks.yaml') };
  server = await startMcpServer(options);
  closers.push(async () => server.stop());
  client = connectStatelessHttp(server.url, createWireLog(await createWireCheck(), ['server']));
});

afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

async function ask(until: string): Promise<string> {
  const { taskId } = await createTask(client, 'buy', { item: 'a lamp', until });
  return taskId;
}

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

async function untilOver(until: string): Promise<void> {
  await eventually(`it is later than ${until}`, () => Date.now() > Date.parse(until));
}

/** The second arguments of all Signals that decide a purchase. */
async function decisionsOf(taskId: string): Promise<readonly unknown[]> {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  return (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
    signal?.signalName === 'approve'
      ? [
          (signal.input?.payloads ?? []).map(
            ({ data }) => JSON.parse(Buffer.from(data ?? []).toString()) as unknown,
          ),
        ]
      : [],
  );
}

describe('a question with a deadline', () => {
  it('says until when an answer counts, in both generations', async () => {
    const asked: AskedHttpClient = await connectAskedHttp([server.url]);
    const declared = await ask('2099-01-01T01:30:00+01:00');
    const published = await createTask2025(asked, 'delete_file', {
      arguments: { filename: 'a.txt', deadlineMs: 86_400_000 },
    });

    const shown = await untilStatus(client, declared, 'input_required');
    const of2025 = await eventually('a question', async () => {
      const task = await getTask2025(asked, published);
      return task.status === 'input_required' ? task : undefined;
    });
    await asked.close();

    expect(shown.statusMessage).toContain('An answer counts until 2099-01-01 00:30 UTC');
    expect(of2025.statusMessage).toMatch(/An answer counts until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    const [request] = Object.values(shown.inputRequests ?? {});
    expect(Object.keys(request ?? {}).sort()).toStrictEqual(['method', 'params']);
  });

  it('has the time of an argument that nothing else reads', async () => {
    const due = '2099-01-01T00:30:00Z';
    const { taskId } = await createTask(client, 'settle', { item: 'a lamp', due });

    const shown = await untilStatus(client, taskId, 'input_required');

    expect(shown.statusMessage).toContain('An answer counts until 2099-01-01 00:30 UTC');
  });

  it('says it in the message of the form, which is all that hosts show', async () => {
    const words = /\? An answer counts until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/;
    const asked = await connectAskedHttp([server.url]);
    const { reply } = asked.open('tools/call', {
      name: 'delete_file',
      arguments: { filename: 'a.txt', deadlineMs: 86_400_000 },
    });
    const [{ id, params }] = await untilAsked(asked);
    await asked.send({ jsonrpc: '2.0', id, result: { action: 'decline' } });
    await reply;
    await asked.close();
    const declared = await ask('2099-01-01T01:30:00+01:00');
    const { inputRequests = {} } = await untilStatus(client, declared, 'input_required');

    const message = expect.stringMatching(words) as unknown;
    expect(params).toMatchObject({ message });
    expect(Object.values(inputRequests)).toMatchObject([{ params: { message } }]);
  });

  it('says to a late answer when its time was over', async () => {
    const asked = await connectAskedHttp([server.url]);
    const taskId = await createTask2025(asked, 'delete_file', {
      arguments: { filename: 'a.txt', deadlineMs: 500 },
    });
    await untilStatus2025(asked, taskId, 'completed');

    const late = await resultOf(
      asked.request('tools/call', {
        name: 'task_answer',
        arguments: { task_id: taskId, question: 'i1', action: 'decline' },
      }),
    );
    await asked.close();

    expect(JSON.stringify(late['content'])).toMatch(
      /no open question .*i1.*\. The time for it was over (on [\d-]+ )?at \d\d:\d\d UTC\. It asks nothing now\./,
    );
  });

  it('has none if the Workflow shows no time, which the log says once', async () => {
    const taskId = await ask('tomorrow');

    const shown = await untilStatus(client, taskId, 'input_required');
    await getTask(client, taskId);

    expect(shown.statusMessage ?? '').not.toContain('until');
    expect(server.log().split('questions.approval.answerBy').length).toBe(2);
  });
});

async function createOwnCompanion(): Promise<Companion> {
  const manifest = await loadManifest(join(folder.path, 'mcp-tasks.yaml'), {
    TEST_TASK_QUEUE: options.taskQueue,
  });
  const temporal = { connection: { address: temporalAddress() }, namespace: 'default' };
  return createCompanion({ manifest, temporal });
}

/** @param aheadMs How far Temporal's time is ahead of this machine's. */
const lookOf = (aheadMs = 0): Look => ({
  signal: AbortSignal.timeout(60_000),
  nowMs: () => Date.now() + aheadMs,
});

interface Begun {
  readonly taskId: string;
  readonly createdAt: string;
  readonly waitMs: number;
}

const toLook = (begun: Begun, known: KnownTask = { questions: [] }): LookInput => ({
  ...begun,
  toolName: 'buy',
  known,
});

describe('a question that is declined when its time is over', () => {
  it('is declined as soon as a Worker runs, once and under a name of its own', async () => {
    const until = inMs(SOON_MS);
    const taskId = await ask(until);
    await untilStatus(client, taskId, 'input_required');
    await untilOver(until);
    const open = await getTask(client, taskId);

    const workers = await Promise.all([startWebhookWorker(options), startWebhookWorker(options)]);
    closers.push(...workers.map(({ stop }) => stop));
    const ended = await untilStatus(client, taskId, 'completed');

    expect(open).toHaveProperty('status', 'input_required');
    expect(ended).toMatchObject({
      result: { structuredContent: { state: 'rejected', note: 'deadline' } },
    });
    expect(await decisionsOf(taskId)).toStrictEqual([[false, 'deadline']]);
    const [key = ''] = Object.keys(open.inputRequests ?? {});
    const receipt = await fetch(inboxOf(server.url).question(taskId, key));
    expect(mainTextOf(await receipt.text())).toContain(
      `Approve a lamp? Declined It was declined, since the time for it was over at ${until.slice(0, 16).replace('T', ' ')} UTC .`,
    );
    const page = await fetch(inboxOf(server.url).task(taskId));
    expect(mainTextOf(await page.text())).toMatch(/Declined[ ·,–]+since the time for it was over/);
  });

  it('is not declined if somebody has answered before', async () => {
    const until = inMs(SOON_MS);
    const taskId = await ask(until);
    await untilStatus(client, taskId, 'input_required');
    await temporal.workflow.getHandle(taskId).signal('approve', true);
    await untilOver(until);
    await temporal.workflow.getHandle(taskId).signal('arrive');
    await untilStatus(client, taskId, 'completed');

    const query = `WorkflowType = '${COMPANION_WORKFLOW_TYPE}' AND WorkflowId STARTS_WITH 'mcp-companion-${taskId}'`;
    await eventually('its companion to end', async () => {
      const statuses: string[] = [];
      for await (const { status } of temporal.workflow.list({ query })) statuses.push(status.name);
      return statuses.join() === 'COMPLETED';
    });
    expect(await decisionsOf(taskId)).toStrictEqual([[true]]);
  });

  it('is declined alone, beside one with a deadline that stays open', async () => {
    const until = inMs(SOON_MS);
    const args = { item: 'a lamp', until };
    const { taskId } = await createTask(client, 'buy_with_note', args);
    closers.push((await startWebhookWorker(options)).stop);
    await untilStatus(client, taskId, 'completed');

    expect(await decisionsOf(taskId)).toStrictEqual([[false, 'deadline']]);
  });

  it('is declined by Temporal’s time, after clients could see it, and by its own companion', async () => {
    const { look } = await createOwnCompanion();
    const taskId = await ask(inMs(-60_000));
    const { createdAt } = await untilStatus(client, taskId, 'input_required');
    const begun = { taskId, createdAt, waitMs: SOON_MS };

    const early = await look(toLook(begun), lookOf(-3_600_000));
    const unseen = await look(toLook(begun), lookOf());
    const others = toLook({ ...begun, createdAt: inMs(-3_600_000) });
    expect(await look(others, lookOf())).toMatchObject({ end: 'over' });
    expect(await getTask(client, taskId)).toHaveProperty('status', 'input_required');
    const { dueAtMs = 0, questions } = unseen.known;
    expect(early.known.dueAtMs).not.toBe(dueAtMs);
    expect(dueAtMs - Date.parse(questions[0]?.seenAt ?? '')).toBe(10_000);
    const seen = toLook({ ...begun, waitMs: 15_000 }, unseen.known);
    // A Worker of another test may be first.
    expect(['news', 'over']).toContain((await look(seen, lookOf())).end);
    await untilStatus(client, taskId, 'completed');
    expect(await decisionsOf(taskId)).toStrictEqual([[false, 'deadline']]);
  });

  it('is declined once by two Workers at the same time', async () => {
    const companions = await Promise.all([createOwnCompanion(), createOwnCompanion()]);
    const taskId = await ask(inMs(2 * SOON_MS));
    const { createdAt } = await untilStatus(client, taskId, 'input_required');
    const lookAll = async (waitMs: number): Promise<unknown> =>
      Promise.allSettled(
        companions.map(async ({ look }) => look(toLook({ taskId, createdAt, waitMs }), lookOf())),
      );

    // Both have read what the Workflow shows. Without its Worker, it cannot end after the first Signal.
    await lookAll(SOON_MS / 2);
    await definitions.stop();
    await lookAll(6 * SOON_MS);
    definitions = await runTestWorker({ definitions: 'fixtures', taskQueue: options.taskQueue });

    await untilStatus(client, taskId, 'completed');
    expect(await decisionsOf(taskId)).toStrictEqual([[false, 'deadline']]);
  });

  it('is declined in time though the Worker that waited for it was killed', async () => {
    const killed = await startWebhookWorker(options);
    const until = inMs(3 * SOON_MS);
    const taskId = await ask(until);
    const { createdAt } = await untilStatus(client, taskId, 'input_required');
    const companion = temporal.workflow.getHandle(toCompanionId({ taskId, createdAt }));
    await eventually('a look until then', async () => {
      const { raw } = await companion.describe();
      // The first look has ended with the question.
      return raw.pendingActivities?.some(({ activityId, lastStartedTime }) =>
        Boolean(activityId !== '1' && lastStartedTime),
      );
    });
    await killed.kill();
    const worker = await startWebhookWorker(options);
    closers.push(worker.stop);

    await untilStatus(client, taskId, 'completed');

    // The lost look times out half a minute after the deadline.
    expect(Date.now() - Date.parse(until)).toBeLessThan(45_000);
    expect(await decisionsOf(taskId)).toStrictEqual([[false, 'deadline']]);
  });
});
