/** The Workflow beside a task, with Activities that the test answers. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';

import {
  CANCELLATION_SIGNAL,
  COMPANION_WORKFLOW_TYPE,
  type CompanionInput,
  type KnownTask,
  type LookActivities,
  type Looked,
  type LookInput,
} from '../../../src/core/companion/companion.js';
import { startWorker, type WorkerHandle } from '../../../src/worker/run-worker.js';
import { eventually } from '../../support/eventually.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type LookReply = (input: LookInput) => Looked | Promise<Looked>;

let system: TestWorker;
let looking: WorkerHandle;
let temporal: Client;
/** What the looks at each task find. */
const replies = new Map<string, LookReply>();
const posted: string[] = [];
const closers: (() => Promise<unknown>)[] = [];

const lookQueue = `test-${randomUUID()}`;
const activities: LookActivities = {
  lookAtTask: async (input) => {
    const reply = replies.get(input.taskId);
    if (!reply) throw new Error('The test has no reply.');
    return reply(input);
  },
  postNotice: async ({ messageId }) => {
    posted.push(messageId);
    return Promise.resolve();
  },
};

beforeAll(async () => {
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  temporal = new Client({ connection });
  system = await runTestWorker({ definitions: 'system' });
  closers.push(async () => system.stop());
  looking = await startWorker({
    connection: { address: temporalAddress() },
    taskQueue: lookQueue,
    activities,
  });
  closers.push(async () => looking.stop());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

async function accompany(reply: LookReply): Promise<WorkflowHandle> {
  const taskId = `test-${randomUUID()}`;
  replies.set(taskId, reply);
  const createdAt = new Date().toISOString();
  const input: CompanionInput = { taskId, toolName: 'quiet', createdAt, taskQueue: lookQueue };
  return temporal.workflow.start(COMPANION_WORKFLOW_TYPE, {
    workflowId: `companion-of-${taskId}`,
    taskQueue: system.taskQueue,
    args: [input],
  });
}

const looked = (end: Looked['end'], known: KnownTask = { questions: [] }): Looked => ({
  end,
  notices: [],
  known,
});

/** Replies to one look after the other, and notes how long each was to last. */
function inTurn(ends: readonly Looked['end'][], waits: number[]): LookReply {
  return ({ waitMs, known }) => {
    const end = ends[waits.length] ?? 'over';
    waits.push(waitMs);
    return looked(end, known);
  };
}

const seconds = (value: { seconds?: { toString(): string } | null } | null | undefined): number =>
  Number(value?.seconds?.toString());

describe('the companion of a quiet task', () => {
  it('looks ever more rarely, up to once an hour, and takes two Actions an hour then', async () => {
    const waits: number[] = [];
    const companion = await accompany(inTurn(Array<'quiet'>(40).fill('quiet'), waits));
    await companion.result();
    const { events } = await companion.fetchHistory();
    const looks = (events ?? []).flatMap(
      (event) => event.activityTaskScheduledEventAttributes ?? [],
    );

    expect(waits.slice(0, 9).map((ms) => ms / 1_000)).toStrictEqual([
      30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600,
    ]);
    expect(Math.max(...waits)).toBe(HOUR_MS);
    // A dead Worker is known after the middle of an hour: its heartbeat has not come.
    const [last] = looks.slice(-1);
    expect(seconds(last?.startToCloseTimeout)).toBe(3_630);
    expect(seconds(last?.heartbeatTimeout)).toBe(1_830);
    let lookedMs = 0;
    const ofFirstDay = looks.filter((_, at) => (lookedMs += waits[at] ?? 0) <= DAY_MS);
    const beating = ofFirstDay.filter((_, at) => (waits[at] ?? 0) > HOUR_MS / 2);
    expect([ofFirstDay.length, beating.length]).toStrictEqual([29, 23]);
    const others = events?.filter(
      ({ timerStartedEventAttributes: timer, markerRecordedEventAttributes: marker }) =>
        timer ?? marker,
    );
    expect(others).toStrictEqual([]);
  });

  it('looks often again after news, and for as long as before once its Worker is back', async () => {
    const waits: number[] = [];
    const companion = await accompany(
      inTurn(['quiet', 'quiet', 'cut', 'quiet', 'news', 'quiet'], waits),
    );
    await companion.result();

    expect(waits.map((ms) => ms / 1_000)).toStrictEqual([30, 60, 120, 120, 240, 30, 60]);
  });

  it('looks when something is due, by Temporal’s time, and never without a pause', async () => {
    const waits: number[] = [];
    const dues = [HOUR_MS, 20_000, -HOUR_MS];
    const companion = await accompany(({ waitMs }) => {
      waits.push(waitMs);
      const inMs = dues[waits.length - 1];
      if (inMs === undefined) return looked('over');
      return looked('quiet', { questions: [], dueAtMs: Date.now() + inMs });
    });
    await companion.result();

    expect(waits.map((ms) => Math.round(ms / 10_000) * 10_000)).toStrictEqual([
      30_000, 60_000, 20_000, 0,
    ]);
    expect(waits.at(-1)).toBe(1_000);
  });
});

describe('the companion of a task with a long history', () => {
  it('goes on as a new run with all that it has told, and the time of grace that runs', async () => {
    const known = {
      questions: [{ key: 'i1', seenAt: '2026-01-05T09:00:00.000Z', toldAfterMs: 60_000 }],
      dueAtMs: Date.parse('2099-01-05T09:00:00.000Z'),
    };
    const marks = [1, 2, 3].map(() => randomUUID());
    const inputs: LookInput[] = [];
    let goOn: () => void = () => undefined;
    const cancelled = new Promise<void>((resolve) => (goOn = resolve));
    const companion = await accompany(async (input) => {
      inputs.push(input);
      await cancelled;
      const messageId = marks[inputs.length - 1];
      if (messageId === undefined) {
        await eventually('all posts', () => marks.every((mark) => posted.includes(mark)));
        return looked(inputs.length === marks.length + 1 ? 'quiet' : 'over', known);
      }
      // Temporal suggests a new run at 4 MiB.
      const body = 'x'.repeat(1_900_000);
      return { end: 'news', notices: [{ endpoint: 'a', messageId, body }], known };
    });
    const { runId } = await companion.describe();
    const cancellation = { firstRunId: runId, graceMs: DAY_MS, isRepeated: false };
    await companion.signal(CANCELLATION_SIGNAL, cancellation);
    await eventually('the look', () => inputs.length > 0);
    goOn();
    const later = await eventually('the next run', async () => {
      const now = await temporal.workflow.getHandle(companion.workflowId).describe();
      return now.runId === runId ? undefined : now.runId;
    });
    const run = temporal.workflow.getHandle(companion.workflowId, later);
    const { events } = await run.fetchHistory();
    const started = events?.[0]?.workflowExecutionStartedEventAttributes;
    const [payload] = started?.input?.payloads ?? [];
    const input = JSON.parse(Buffer.from(payload?.data ?? []).toString()) as CompanionInput;

    expect(input).toMatchObject({ known, ending: { graceMs: DAY_MS, evenUnasked: false } });
    expect((input.ending?.dueAtMs ?? 0) - Date.now()).toBeGreaterThan(DAY_MS - HOUR_MS);
    await eventually('its first look', () => inputs.length === marks.length + 2);
    expect(inputs.slice(1).map((one) => one.known)).toStrictEqual(Array(4).fill(known));
    await run.terminate('the test is over');
  });
});
