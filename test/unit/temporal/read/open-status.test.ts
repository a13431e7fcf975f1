import { describe, expect, it } from '@jest/globals';
import { Client } from '@temporalio/client';
import {
  defaultFailureConverter,
  defaultPayloadConverter,
  type LoadedDataConverter,
  type Payload,
  type PayloadCodec,
} from '@temporalio/common';

import type { DescribedExecution } from '../../../../src/temporal/describe/describe-execution.js';
import {
  PendingActivityState,
  PendingWorkflowTaskState,
} from '../../../../src/temporal/link/proto-enums.js';
import { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';
import {
  type OpenStatusOptions,
  describeOpenStatus,
} from '../../../../src/temporal/read/open-status.js';

const NOW_MS = Date.parse('2026-01-05T09:00:00.000Z');

type Raw = DescribedExecution['raw'];
type PendingActivity = NonNullable<Raw['pendingActivities']>[number];
type Timestamp = NonNullable<PendingActivity['scheduledTime']>;

const {
  PENDING_ACTIVITY_STATE_SCHEDULED: SCHEDULED,
  PENDING_ACTIVITY_STATE_STARTED: STARTED,
  PENDING_ACTIVITY_STATE_CANCEL_REQUESTED: CANCEL_REQUESTED,
  PENDING_ACTIVITY_STATE_PAUSED: PAUSED,
  PENDING_ACTIVITY_STATE_PAUSE_REQUESTED: PAUSE_REQUESTED,
} = PendingActivityState;

/** A moment so many milliseconds from now, as Temporal's messages have it. */
function at(offsetMs: number): Timestamp {
  const ms = NOW_MS + offsetMs;
  const seconds = Math.floor(ms / 1_000) as unknown as NonNullable<Timestamp['seconds']>;
  return { seconds, nanos: (ms % 1_000) * 1e6 };
}

function execution(
  raw: Partial<Raw> = {},
  rest: Partial<DescribedExecution> = {},
): DescribedExecution {
  return {
    runId: 'run-1',
    firstRunId: 'run-1',
    workflowType: 'orderGoods',
    historyLength: 3,
    isOpen: true,
    isPaused: false,
    cancelRequested: false,
    startedAt: '2026-01-05T09:00:00.000Z',
    closedAt: undefined,
    meta: undefined,
    ownerTag: undefined,
    isTask: false,
    state: undefined,
    raw: raw,
    ...rest,
  };
}

function activity(rest: PendingActivity = {}): PendingActivity {
  return { activityType: { name: 'chargeCard' }, state: STARTED, attempt: 1, ...rest };
}

function heartbeat(details: unknown): PendingActivity {
  const payload = defaultPayloadConverter.toPayload(details);
  return activity({ heartbeatDetails: { payloads: [payload] } });
}

function converterWith(...payloadCodecs: PayloadCodec[]): LoadedDataConverter {
  return {
    payloadConverter: defaultPayloadConverter,
    failureConverter: defaultFailureConverter,
    payloadCodecs,
  };
}

type Coding = (byte: number) => number;

function createCodec(encode: Coding, decode: Coding): PayloadCodec {
  const recode = (payloads: Payload[], coding: Coding): Promise<Payload[]> =>
    Promise.resolve(
      payloads.map(({ metadata = null, data }) => ({ metadata, data: data?.map(coding) ?? null })),
    );
  return {
    encode: async (payloads) => recode(payloads, encode),
    decode: async (payloads) => recode(payloads, decode),
  };
}

/** Two codecs that undo what they did only in the opposite order. */
const CODECS = [
  createCodec(
    (byte) => (byte + 3) & 255,
    (byte) => (byte - 3) & 255,
  ),
  createCodec(
    (byte) => byte ^ 0x55,
    (byte) => byte ^ 0x55,
  ),
];

async function read(
  described: DescribedExecution,
  {
    dataConverter = converterWith(),
    ...options
  }: Partial<OpenStatusOptions> & { dataConverter?: LoadedDataConverter } = {},
): ReturnType<typeof describeOpenStatus> {
  return describeOpenStatus(described, {
    showActivityFailures: false,
    cancelRequested: described.cancelRequested,
    calls: new TemporalCalls(new Client({ dataConverter }), 1_000),
    taskId: 'task',
    nowMs: NOW_MS,
    ...options,
  });
}

const readActivity = async (
  pending: PendingActivity,
  options: Parameters<typeof read>[1] = {},
): ReturnType<typeof describeOpenStatus> =>
  read(execution({ pendingActivities: [pending] }), options);

describe('describeOpenStatus', () => {
  it('says nothing of an execution that goes on without Activities', async () => {
    await expect(read(execution())).resolves.toEqual({
      statusMessage: undefined,
      progress: undefined,
    });
  });

  it("shows the workflow's own words and progress before those of its Activities", async () => {
    const state = {
      statusMessage: 'Packing',
      progress: { progress: 2, total: 3, message: 'Box 2' },
    };
    const described = execution(
      { pendingActivities: [heartbeat({ 'mcp.progress': { progress: 1 } })] },
      { state },
    );

    await expect(read(described)).resolves.toEqual(state);
  });

  it('shows what its progress says to those who only poll', async () => {
    const state = { progress: { progress: 2, total: 3, message: 'Box 2' } };
    const described = execution({ pendingActivities: [activity()] }, { state });

    await expect(read(described)).resolves.toHaveProperty('statusMessage', 'Box 2');
  });

  it.each([
    ['a message alone', 'Packing', 'Cancellation requested. Packing'],
    ['nothing else', undefined, 'Cancellation requested.'],
  ])('says first that cancellation is requested, with %s', async (_what, message, expected) => {
    const state = message === undefined ? undefined : { statusMessage: message };
    const described = execution({}, { cancelRequested: true, state });

    await expect(read(described)).resolves.toHaveProperty('statusMessage', expected);
  });

  it('says why a Workflow Task is repeated, and only as much as is known', async () => {
    const described = execution(
      { pendingWorkflowTask: { attempt: 4 } },
      { state: { statusMessage: 'Packing' } },
    );
    const failed = { words: 'its code fails', cause: '' };
    const late = { words: 'a worker was late', cause: '', isLate: true } as const;

    await expect(read(described, { failed })).resolves.toEqual({
      statusMessage: 'The workflow cannot go on: its code fails (attempt 4).',
      progress: undefined,
      isStuck: true,
    });
    await expect(read(described, { failed: late })).resolves.toEqual({
      statusMessage: 'The workflow repeats its last step, since a worker was late (attempt 4).',
      progress: undefined,
    });
    await expect(read(described)).resolves.toHaveProperty(
      'statusMessage',
      'The workflow repeats its last step (attempt 4).',
    );
    await expect(read(execution())).resolves.toHaveProperty('isStuck', undefined);
    await expect(read(execution({ pendingWorkflowTask: { attempt: 2 } }))).resolves.toHaveProperty(
      'statusMessage',
      'The workflow repeats its last step (attempt 2).',
    );
  });

  const { PENDING_WORKFLOW_TASK_STATE_SCHEDULED, PENDING_WORKFLOW_TASK_STATE_STARTED } =
    PendingWorkflowTaskState;

  it.each([
    [PENDING_WORKFLOW_TASK_STATE_SCHEDULED, -5_001, 'Waiting for a worker.'],
    [PENDING_WORKFLOW_TASK_STATE_SCHEDULED, -600_000, 'Waiting for a worker.'],
    [PENDING_WORKFLOW_TASK_STATE_SCHEDULED, -5_000, undefined],
    [PENDING_WORKFLOW_TASK_STATE_SCHEDULED, 0, undefined],
    [PENDING_WORKFLOW_TASK_STATE_STARTED, -600_000, undefined],
  ])(
    'says of a first Workflow Task in state %s, scheduled %i ms from now: %s',
    async (state, offsetMs, expected) => {
      const described = execution({
        pendingWorkflowTask: { attempt: 1, state, scheduledTime: at(offsetMs) },
      });

      await expect(read(described)).resolves.toHaveProperty('statusMessage', expected);
    },
  );

  it('names the Task Queue that no Worker polls', async () => {
    const described = execution({
      executionConfig: { taskQueue: { name: 'orders of today' } },
      pendingWorkflowTask: {
        attempt: 1,
        state: PENDING_WORKFLOW_TASK_STATE_SCHEDULED,
        scheduledTime: at(-6_000),
      },
    });

    await expect(read(described)).resolves.toHaveProperty(
      'statusMessage',
      'Waiting for a worker of Task Queue "orders of today".',
    );
  });

  it('says since when a Workflow Task waits, to find out which Worker is missing', async () => {
    const asked: unknown[] = [];
    const describeMissingWorker = async (...since: unknown[]): Promise<string> => {
      asked.push(since);
      return Promise.resolve('No worker polls for version 1.0.');
    };
    const pendingWorkflowTask = {
      attempt: 1,
      state: PENDING_WORKFLOW_TASK_STATE_SCHEDULED,
      scheduledTime: at(-6_000),
    };

    const { statusMessage } = await read(execution({ pendingWorkflowTask }), {
      describeMissingWorker,
    });
    await read(execution(), { describeMissingWorker, isUnanswered: true });

    expect(statusMessage).toBe('No worker polls for version 1.0.');
    expect(asked).toStrictEqual([[NOW_MS - 6_000], [undefined]]);
  });

  it.each([
    ['2026-01-05T12:00:00.000Z', 'Starts at 2026-01-05 12:00:00 UTC.'],
    ['2026-01-05T12:00:00.001Z', 'Starts at 2026-01-05 12:00:01 UTC.'],
  ])('says when a delayed execution starts: %s', async (startsAt, statusMessage) => {
    await expect(read(execution({}, { startsAt }))).resolves.toEqual({
      statusMessage,
      progress: undefined,
    });
  });

  it('says nothing of a Workflow Task whose time is unknown', async () => {
    const described = execution({
      pendingWorkflowTask: { attempt: 1, state: PENDING_WORKFLOW_TASK_STATE_SCHEDULED },
    });

    await expect(read(described)).resolves.toHaveProperty('statusMessage', undefined);
  });

  it.each([
    ['that runs', activity(), 'chargeCard: running'],
    ['that nobody has taken', activity({ state: SCHEDULED }), 'chargeCard: waiting for a worker'],
    ['without attempt', { state: STARTED, activityType: { name: 'a' } }, 'a: running'],
    ['without type', { state: STARTED }, 'activity: running'],
    ['in its fourth attempt', activity({ attempt: 4 }), 'chargeCard: attempt 4'],
    [
      'between two attempts',
      activity({ attempt: 4, state: SCHEDULED, nextAttemptScheduleTime: at(11_001) }),
      'chargeCard: attempt 4, next try in 12 s',
    ],
    [
      'whose next attempt is due',
      activity({ attempt: 4, state: SCHEDULED, nextAttemptScheduleTime: at(-1) }),
      'chargeCard: attempt 4, waiting for a worker',
    ],
    [
      'that runs again, with the time of its last schedule',
      activity({ attempt: 2, nextAttemptScheduleTime: at(60_000) }),
      'chargeCard: attempt 2',
    ],
  ] satisfies [string, PendingActivity, string][])(
    'describes an Activity %s',
    async (_what, pending, expected) => {
      await expect(readActivity(pending)).resolves.toHaveProperty('statusMessage', expected);
    },
  );

  it('does not say that an Activity that is to be cancelled waits for a worker', async () => {
    const { statusMessage } = await readActivity(activity({ state: CANCEL_REQUESTED }));

    expect(statusMessage).toBe('chargeCard: being cancelled');
  });

  it.each([PAUSED, PAUSE_REQUESTED])(
    'says in state %s that an Activity is paused, beside what else there is to say',
    async (state) => {
      const paused = { ...heartbeat({ 'mcp.progress': { progress: 3 } }), state, activityId: "1'" };
      const described = execution(
        { pendingActivities: [paused, activity({ activityType: { name: 'other' } })] },
        { state: { statusMessage: 'Packing' } },
      );

      await expect(read(described)).resolves.toEqual({
        statusMessage: `Packing. An operator has paused chargeCard (3). To continue it: temporal activity unpause --workflow-id task --activity-id '1'\\'''`,
        progress: { progress: 3 },
      });
    },
  );

  it('names three Activities at most', async () => {
    const pendingActivities = ['a', 'b', 'c', 'd'].map((name) =>
      activity({ activityType: { name } }),
    );

    await expect(read(execution({ pendingActivities }))).resolves.toHaveProperty(
      'statusMessage',
      'a: running; b: running; c: running',
    );
  });

  it.each(['x', '🚚'])('cuts a long failure made of %s, between two characters', async (letter) => {
    const pending = activity({ attempt: 2, lastFailure: { message: `a${letter.repeat(5_000)}` } });
    const { statusMessage = '' } = await readActivity(pending, { showActivityFailures: true });

    expect(statusMessage.length).toBeLessThan(300);
    expect(/\p{Surrogate}/u.test(statusMessage)).toBe(false);
  });

  it.each([
    [{ progress: 3 }, 'chargeCard: 3'],
    [{ progress: 3, total: 10 }, 'chargeCard: 3 of 10'],
    [{ progress: 3, total: 10, message: 'page 3' }, 'chargeCard: page 3'],
  ])('shows the progress %j that an Activity reports', async (progress, statusMessage) => {
    await expect(readActivity(heartbeat({ 'mcp.progress': progress }))).resolves.toEqual({
      statusMessage,
      progress,
    });
  });

  it.each([
    ['of its Activity', { kind: 'heartbeat', activityType: 'chargeCard' }, 'chargeCard: 15 of 40'],
    ['of any Activity', { kind: 'heartbeat' }, 'chargeCard: 15 of 40'],
    ['of a Query', { kind: 'query', name: 'how', limitMs: 1 }, '15 of 40. chargeCard: running'],
  ] as const)('shows the declared progress %s', async (_what, progressSource, statusMessage) => {
    const progress = { progress: 15, total: 40 };
    const declared = { progress, progressSource, isUnanswered: false, unreadable: [] };

    await expect(readActivity(heartbeat('15'), { declared })).resolves.toEqual({
      statusMessage,
      progress,
    });
  });

  it('leaves the words of an author alone, whatever the progress', async () => {
    const progress = { progress: 15, total: 40 };
    const declared = {
      statusMessage: 'Charging',
      progress,
      isUnanswered: false,
      unreadable: [],
    };

    await expect(readActivity(heartbeat('15'), { declared })).resolves.toEqual({
      statusMessage: 'Charging',
      progress,
    });
  });

  it('shows progress and attempt together', async () => {
    const pending = { ...heartbeat({ 'mcp.progress': { progress: 3 } }), attempt: 2 };

    await expect(readActivity(pending)).resolves.toHaveProperty(
      'statusMessage',
      'chargeCard: 3, attempt 2',
    );
  });

  it('takes the progress of the first Activity that reports any', async () => {
    const pendingActivities = [activity(), heartbeat({ 'mcp.progress': { progress: 7 } })];

    await expect(read(execution({ pendingActivities }))).resolves.toEqual({
      statusMessage: 'chargeCard: running; chargeCard: 7',
      progress: { progress: 7 },
    });
  });

  it('decodes heartbeats with the payload codecs, the last one first', async () => {
    let payloads = [defaultPayloadConverter.toPayload({ 'mcp.progress': { progress: 3 } })];
    for (const codec of CODECS) payloads = await codec.encode(payloads);
    const pending = activity({ heartbeatDetails: { payloads } });

    await expect(
      readActivity(pending, { dataConverter: converterWith(...CODECS) }),
    ).resolves.toHaveProperty('progress', { progress: 3 });
  });

  const broken: PayloadCodec = {
    encode: (payloads) => Promise.resolve(payloads),
    decode: () => Promise.reject(new Error('wrong key')),
  };

  it.each([
    ['of another shape', heartbeat({ page: 3 }), converterWith()],
    ['that are a number', heartbeat(3), converterWith()],
    ['that are null', heartbeat(null), converterWith()],
    ['with progress of another shape', heartbeat({ 'mcp.progress': 'half' }), converterWith()],
    ['that are empty', activity({ heartbeatDetails: { payloads: [] } }), converterWith()],
    ['without an encoding', activity({ heartbeatDetails: { payloads: [{}] } }), converterWith()],
    [
      'that are no JSON',
      activity({
        heartbeatDetails: {
          payloads: [{ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('{') }],
        },
      }),
      converterWith(),
    ],
    [
      'that cannot be decoded',
      heartbeat({ 'mcp.progress': { progress: 3 } }),
      converterWith(broken),
    ],
  ])('passes over heartbeat details %s', async (_what, pending, dataConverter) => {
    await expect(readActivity(pending, { dataConverter })).resolves.toEqual({
      statusMessage: 'chargeCard: running',
      progress: undefined,
    });
  });
});
