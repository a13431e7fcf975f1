/** Reads executions and histories from Temporal, for the auditor. */
import { setTimeout as pause } from 'node:timers/promises';

import { Client, Connection, type WorkflowExecutionInfo } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';

import { CANCELLED_FAILURE_TYPE } from '../../src/core/contract/contract.js';
import { JOB_WORKFLOW_TYPE, type RunJobInput } from '../../src/jobs/contract/job-contract.js';

import type { StepAloneInput, StepInput } from './activities/index.js';
import type { Ending, Execution, Step } from './audit/evidence.js';
import { groupBy } from './audit/group-by.js';
import type { DecideResult, ErrandInput, ErrandResult } from './workflows/index.js';
import type { World } from './world/world.js';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type Run = Pick<WorkflowExecutionInfo, 'workflowId' | 'runId' | 'startTime'>;
type Payloads = temporal.api.common.v1.IPayloads;

const AT_ONCE = 16;
const SETTLE_MS = 1_500;
const READ_WITHIN_MS = 60_000;
const DECIDE_SIGNAL = 'decide';

function decode(payloads: Payloads | null | undefined): unknown {
  const [payload] = payloads?.payloads ?? [];
  return payload ? defaultPayloadConverter.fromPayload<unknown>(payload) : undefined;
}

function toFailure(event: HistoryEvent | undefined): string | undefined {
  const failed = event?.workflowExecutionFailedEventAttributes?.failure;
  return failed?.applicationFailureInfo?.type ?? undefined;
}

function toEnding(event: HistoryEvent | undefined): Ending {
  if (event?.workflowExecutionCompletedEventAttributes) return 'completed';
  if (toFailure(event) === CANCELLED_FAILURE_TYPE) return 'cancelled';
  if (event?.workflowExecutionFailedEventAttributes) return 'failed';
  if (event?.workflowExecutionCanceledEventAttributes) return 'cancelled';
  if (event?.workflowExecutionTerminatedEventAttributes) return 'terminated';
  if (event?.workflowExecutionTimedOutEventAttributes) return 'timedOut';
  return 'open';
}

function toMs({ eventTime }: HistoryEvent): number {
  return Number(eventTime?.seconds ?? 0) * 1_000 + Math.floor((eventTime?.nanos ?? 0) / 1e6);
}

/** Returns each scheduled Activity, with the attempts that completed it. */
function toSteps(events: readonly HistoryEvent[]): Step[] {
  const attempts = new Map(
    events.map(({ eventId, activityTaskStartedEventAttributes: started }) => [
      String(eventId),
      started?.attempt ?? 0,
    ]),
  );
  return events.flatMap(({ eventId, activityTaskScheduledEventAttributes: scheduled }) => {
    if (!scheduled) return [];
    const completions = events.flatMap(({ activityTaskCompletedEventAttributes: completed }) =>
      String(completed?.scheduledEventId) === String(eventId)
        ? [attempts.get(String(completed?.startedEventId)) ?? 0]
        : [],
    );
    // The Activities of jobs are no steps.
    const { step } = decode(scheduled.input) as Partial<StepInput>;
    if (step === undefined) return [];
    return [{ step, completedByAttempts: completions }];
  });
}

/** Returns the words of a Signal with answers. */
function toWords({ workflowExecutionSignaledEventAttributes: signal }: HistoryEvent): string[] {
  if (signal?.signalName === DECIDE_SIGNAL) return [decode(signal.input) as string].filter(Boolean);
  if (signal?.signalName !== 'mcp.task.input') return [];
  const answers = decode(signal.input) as Record<string, { content?: { word?: string } }>;
  return Object.values(answers).flatMap(({ content }) => content?.word ?? []);
}

/** Returns when the question of an execution was declined, if that has ended it. */
function toDecline(
  events: readonly HistoryEvent[],
  { dueMs, words }: Partial<DecideResult>,
): Execution['decline'] {
  const decided = events.find(
    ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName === DECIDE_SIGNAL,
  );
  if (!decided || dueMs === undefined || words?.length !== 0) return undefined;
  return { atMs: toMs(decided), dueMs };
}

/**
 * Makes the auditor's record of one execution.
 *
 * @param runs Histories of the runs, the first run first.
 */
export function toExecution(
  workflowId: string,
  runs: readonly (readonly HistoryEvent[])[],
): Execution {
  const events = runs.flat();
  const [started] = events;
  const last = events.at(-1);
  const ending = toEnding(last);
  const input = decode(started?.workflowExecutionStartedEventAttributes?.input);
  const { tool: job, input: args = input } = (input ?? {}) as Partial<RunJobInput>;
  const failure = toFailure(last);
  const result = decode(last?.workflowExecutionCompletedEventAttributes?.result);
  const decline = toDecline(events, result ?? {});
  return {
    workflowId,
    ...(job !== undefined && { job }),
    token: (args as ErrandInput | undefined)?.token ?? '',
    ending,
    ...(failure !== undefined && { failure }),
    ...(last && ending !== 'open' && { closedMs: toMs(last) }),
    isCancelRequested: events.some(
      (event) => event.workflowExecutionCancelRequestedEventAttributes,
    ),
    steps: runs.flatMap(toSteps),
    signalledWords: events.flatMap(toWords),
    resultWords: (result as ErrandResult | undefined)?.words ?? [],
    ...(decline && { decline }),
  };
}

/** Visibility lags behind the histories. The function reads it until the number of runs stays the same. */
async function findRuns(client: Client, query: string): Promise<Run[]> {
  let known = -1;
  for (;;) {
    const runs: Run[] = [];
    for await (const run of client.workflow.list({ query })) {
      runs.push(run);
    }
    if (runs.length === known) return runs;
    known = runs.length;
    await pause(SETTLE_MS);
  }
}

async function readHistory(client: Client, { workflowId, runId }: Run): Promise<HistoryEvent[]> {
  const handle = client.workflow.getHandle(workflowId, runId);
  const { events } = await client.withDeadline(Date.now() + READ_WITHIN_MS, async () =>
    handle.fetchHistory(),
  );
  return events ?? [];
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  RUNNING: 'open',
  PAUSED: 'open',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELED: 'cancelled',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timedOut',
};

/** Reads the Standalone Activities of the Task Queue, each as an execution of one step. */
async function readActivities(client: Client, taskQueue: string): Promise<Execution[]> {
  const executions: Execution[] = [];
  for await (const row of client.activity.list(`TaskQueue = '${taskQueue}'`)) {
    const { info, input, outcome } = await client.workflowService.describeActivityExecution({
      namespace: client.options.namespace,
      activityId: row.activityId,
      includeInput: true,
      includeOutcome: true,
    });
    const isCancelRequested = (info?.canceledReason ?? '') !== '';
    const status = ENDINGS[row.status] ?? 'open';
    const failure = outcome?.failure?.applicationFailureInfo?.type;
    executions.push({
      workflowId: row.activityId,
      token: (decode(input) as StepAloneInput).token,
      // A Worker that is gone before it obeys leaves a timeout.
      ending: status === 'timedOut' && isCancelRequested ? 'cancelled' : status,
      ...(failure != null && { failure }),
      ...(info?.closeTime && { closedMs: toMs({ eventTime: info.closeTime }) }),
      isCancelRequested,
      steps: [{ step: 0, completedByAttempts: status === 'completed' ? [info?.attempt ?? 1] : [] }],
      signalledWords: [],
      resultWords: [],
    });
  }
  return executions;
}

/** Sorts runs by start time: each run starts after the one before has ended. */
function inOrder(runs: readonly Run[]): Run[] {
  return runs.toSorted((one, other) => one.startTime.getTime() - other.startTime.getTime());
}

/** Repeats a read for up to a minute: after faults, Temporal may briefly report that its namespace doesn't exist. */
async function again<Value>(read: () => Promise<Value>): Promise<Value> {
  const untilMs = Date.now() + READ_WITHIN_MS;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (Date.now() > untilMs) throw error;
      await pause(SETTLE_MS);
    }
  }
}

/** Reads the histories of all executions on the Task Queue, and of all jobs since the start. */
export async function readExecutions(
  address: string,
  { taskQueue, startedMs }: Pick<World, 'taskQueue' | 'startedMs'>,
): Promise<Execution[]> {
  const since = new Date(startedMs).toISOString();
  const jobs = `WorkflowType = '${JOB_WORKFLOW_TYPE}' AND StartTime >= '${since}'`;
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection });
    const rest = [
      ...groupBy(
        await again(async () => findRuns(client, `TaskQueue = '${taskQueue}' OR (${jobs})`)),
        ({ workflowId }) => workflowId,
      ),
    ];
    const executions: Execution[] = [];
    const work = async (): Promise<void> => {
      for (let one = rest.pop(); one; one = rest.pop()) {
        const [workflowId, runs] = one;
        const histories: HistoryEvent[][] = [];
        for (const run of inOrder(runs)) {
          histories.push(await again(async () => readHistory(client, run)));
        }
        executions.push(toExecution(workflowId, histories));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return [...executions, ...(await again(async () => readActivities(client, taskQueue)))];
  } finally {
    await connection.close();
  }
}
