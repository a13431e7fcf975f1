import { describe, expect, it } from '@jest/globals';
import { defaultDataConverter } from '@temporalio/common';
import proto, { type temporal } from '@temporalio/proto';

import type { PendingWork, TaskHistory } from '../../../../src/core/task/task-history.js';
import type { TaskStep } from '../../../../src/core/task/task-step.js';
import { toTaskView, type TaskView } from '../../../../src/core/task/task-view.js';
import type { Task } from '../../../../src/core/task/task.js';
import { readDecisions } from '../../../../src/temporal/decisions/read-decisions.js';
import { toEntry } from '../../../../src/temporal/history/to-entry.js';
import { PayloadReader } from '../../../../src/temporal/link/payload-reader.js';
import { TimeoutType } from '../../../../src/temporal/link/proto-enums.js';
import type { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';
import { readHistory } from '../../../support/replay/history-files.js';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

const client = {
  options: {
    namespace: 'default',
    loadedDataConverter: { ...defaultDataConverter, payloadCodecs: [] },
  },
};
const calls = { client, payloads: new PayloadReader(client as never) } as unknown as TemporalCalls;

const TASK = {
  taskId: 't',
  toolName: 'tool',
  phase: 'working',
  cancelRequested: false,
  questions: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUpdatedAt: '2026-01-01T00:00:00.000Z',
  ttlMs: 1,
  pollIntervalMs: 1,
  protocolVersion: '2026-07-28',
} as const satisfies Task;

async function view(
  events: readonly HistoryEvent[],
  {
    showFailures = false,
    pending = [],
    task = {},
    nowMs = Date.parse('2026-01-01T01:00:00Z'),
  }: {
    readonly showFailures?: boolean;
    readonly pending?: readonly PendingWork[];
    readonly task?: Partial<Task>;
    readonly nowMs?: number;
  } = {},
): Promise<TaskView> {
  const context = { calls, taskId: 't', showFailures };
  const entries = await Promise.all(events.map(async (event) => toEntry(event, context)));
  const history: TaskHistory = {
    entries: entries.filter((entry) => entry !== undefined),
    pending,
    decisions: await readDecisions({ payloads: calls.payloads, taskId: 't' }, events),
    events: { here: events.length, all: events.length },
    isWhole: true,
  };
  return toTaskView(history, { ...TASK, ...task }, { toolTitle: 'A tool', nowMs });
}

function toLines({ steps }: TaskView): string[] {
  return steps.map(({ mark, what, more, attempt, notes }: TaskStep) =>
    [mark, [what, more].filter(Boolean).join(' '), attempt && `#${attempt}`, ...notes]
      .filter(Boolean)
      .join(' | '),
  );
}

const { HistoryEvent: HistoryEventMessage } = proto.temporal.api.history.v1;

/** An event a second. */
function toEvents(...attributes: readonly object[]): HistoryEvent[] {
  return attributes.map((each, index) =>
    HistoryEventMessage.fromObject({
      eventId: index + 1,
      eventTime: { seconds: Date.parse('2026-01-01T00:00:00Z') / 1000 + index },
      ...each,
    }),
  );
}

const STARTED = { workflowExecutionStartedEventAttributes: {} };
const CHARGE = {
  activityTaskScheduledEventAttributes: { activityId: '1', activityType: { name: 'charge' } },
};

describe('a recorded history', () => {
  it('of a job shows its calls and waits, and its cancellation', async () => {
    const { events } = readHistory('runJob-0.1.0.json');

    expect(toLines(await view(events ?? [], { task: { phase: 'cancelled' } }))).toStrictEqual([
      'done | Called by you',
      'done | startJob',
      'done | Waited 1 second',
      'done | startJob',
      'done | findJob',
      'done | Waited 978 ms',
      'done | findJob',
      'done | Waited 2 seconds',
      'done | startJob',
      'done | followJob',
      'stopped | followJob was stopped',
      'act | Asked to stop',
      'done | cancelJob',
      'done | followJob',
      'stopped | Cancelled',
    ]);
  });

  it('of a decision shows what was answered, and no time limits that were kept', async () => {
    const { events } = readHistory('confirmDelete-0.1.0.json');

    expect(toLines(await view(events ?? []))).toStrictEqual([
      'done | Called by you',
      'done | Answered',
      'done | Approved | Delete it? yes',
      'done | Completed',
    ]);
  });
});

describe('a step', () => {
  const TRIED_TWICE = toEvents(
    STARTED,
    CHARGE,
    {
      activityTaskStartedEventAttributes: {
        scheduledEventId: 2,
        attempt: 2,
        lastFailure: { message: 'wrapped', cause: { message: 'HTTP 502' } },
      },
    },
    {
      activityTaskFailedEventAttributes: { scheduledEventId: 2, failure: { message: 'HTTP 500' } },
    },
    { workflowExecutionFailedEventAttributes: { failure: { message: 'HTTP 500' } } },
  );

  it('shows why its attempts failed only if the tool shows it', async () => {
    expect(toLines(await view(TRIED_TWICE, { showFailures: true }))).toStrictEqual([
      'done | Called by you',
      'bad | charge failed | #2 | Attempt 1 failed: wrapped | Attempt 2 failed: HTTP 500',
      'bad | Failed',
    ]);
    expect(toLines(await view(TRIED_TWICE))).toStrictEqual([
      'done | Called by you',
      'bad | charge failed | #2',
      'bad | Failed',
    ]);
  });

  it('that ran out of time says so for every tool', async () => {
    const failure = { timeoutFailureInfo: { timeoutType: TimeoutType.TIMEOUT_TYPE_HEARTBEAT } };
    const events = toEvents(STARTED, CHARGE, {
      activityTaskTimedOutEventAttributes: { scheduledEventId: 2, failure },
    });

    expect(toLines(await view(events)).at(-1)).toBe(
      'bad | charge ran out of time | no sign of life in time',
    );
  });

  it('that is under way shows its next attempt', async () => {
    const nowMs = Date.parse('2026-01-01T00:00:10Z');
    const nextAttemptAt = '2026-01-01T00:00:15.000Z';
    const pending = [
      { of: 2, work: 'activity', name: 'charge', attempt: 3, nextAttemptAt },
    ] as const;
    const { steps } = await view(toEvents(STARTED, CHARGE), { pending, nowMs });

    expect(steps.at(-1)).toMatchObject({
      mark: 'now',
      what: 'charge',
      attempt: 3,
      notes: ['Next try in 5 seconds.'],
      spent: { fromMs: nowMs - 9_000, untilMs: nowMs },
    });
  });

  it('of an operator is told from others by its identity', async () => {
    const identity = 'temporal-cli:ada@host';
    const events = toEvents(
      STARTED,
      { workflowExecutionSignaledEventAttributes: { signalName: 'hurry', identity: '1@server' } },
      { workflowExecutionSignaledEventAttributes: { signalName: 'hurry', identity } },
      { workflowExecutionSignaledEventAttributes: { signalName: 'mcp.task.input' } },
      { workflowExecutionPausedEventAttributes: { identity, reason: 'too fast' } },
      { workflowExecutionUnpausedEventAttributes: { identity } },
      { workflowExecutionTerminatedEventAttributes: { reason: 'secret', identity } },
    );

    expect(toLines(await view(events, { task: { phase: 'protocolError' } }))).toStrictEqual([
      'done | Called by you',
      'act | Message hurry',
      'act | Message hurry by an operator',
      'act | Paused by an operator | too fast',
      'act | Continued after a pause by an operator',
      'bad | Terminated by an operator',
    ]);
  });

  it('that is a child, an operation, an Update or has words of its author is named so', async () => {
    const summary = {
      metadata: { encoding: Buffer.from('json/plain') },
      data: Buffer.from('"Pay"'),
    };
    const events = toEvents(
      STARTED,
      { startChildWorkflowExecutionInitiatedEventAttributes: { workflowType: { name: 'ship' } } },
      { nexusOperationScheduledEventAttributes: { service: 'mail', operation: 'send' } },
      {
        workflowExecutionUpdateAcceptedEventAttributes: {
          acceptedRequest: { input: { name: 'add' } },
        },
      },
      { workflowExecutionUpdateCompletedEventAttributes: { acceptedEventId: 4, outcome: {} } },
      { ...CHARGE, userMetadata: { summary } },
      { childWorkflowExecutionTerminatedEventAttributes: { initiatedEventId: 2 } },
    );

    expect(toLines(await view(events)).slice(1)).toStrictEqual([
      'stopped | ship (child workflow) was ended by force',
      'now | mail send (operation)',
      'done | Update add',
      'now | Pay (charge)',
    ]);
  });
});
