import {
  parseProgress,
  PROGRESS_HEARTBEAT_KEY,
  type TaskProgress,
} from '../../core/contract/contract.js';
import { cutText } from '../../core/value/cut-text.js';
import { isRecord } from '../../core/value/is-record.js';
import { inShell, quote, quoteName } from '../../core/value/quote.js';
import { joinSentences } from '../../core/value/sentence.js';
import type { DeclaredReading } from '../declared/read-declared-status.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import type { FailedWorkflowTask } from '../describe/failed-workflow-task.js';
import { readFailureText } from '../link/failure-text.js';
import { openFailure } from '../link/open-failure.js';
import { PendingActivityState, PendingWorkflowTaskState } from '../link/proto-enums.js';
import { toUnpauseCommand } from '../link/refusal.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { toMs } from '../link/timestamps.js';

import { findMend } from './lasting-failure.js';
import { describeNoWorker } from './missing-workers.js';

const STATES: ReadonlyMap<unknown, string> = new Map([
  [PendingActivityState.PENDING_ACTIVITY_STATE_STARTED, 'running'],
  [PendingActivityState.PENDING_ACTIVITY_STATE_CANCEL_REQUESTED, 'being cancelled'],
]);

const PAUSED: readonly unknown[] = [
  PendingActivityState.PENDING_ACTIVITY_STATE_PAUSED,
  PendingActivityState.PENDING_ACTIVITY_STATE_PAUSE_REQUESTED,
];

/** Time that a Workflow Task waits before the status message says that a Worker is missing, in milliseconds. */
const NO_WORKER_AFTER_MS = 5_000;
/** A status message names at most this many pending Activities. */
const MAX_ACTIVITIES_SHOWN = 3;
/** Maximum length of a quoted Activity failure, in characters. */
const MAX_FAILURE_LENGTH = 200;

type PendingActivity = NonNullable<DescribedExecution['raw']['pendingActivities']>[number];

export interface OpenStatus {
  readonly statusMessage: string | undefined;
  readonly progress: TaskProgress | undefined;
  /** Present if something stops the Workflow, as the message says. Absent: no known obstacle. */
  readonly isStuck?: true | undefined;
  /** An attempt of the Activity that is the whole work has failed. Absent: none has. */
  readonly hasFailedAttempt?: true | undefined;
}

export interface OpenStatusOptions {
  /** Also of an earlier run. */
  readonly cancelRequested: boolean;
  readonly showActivityFailures: boolean;
  readonly calls: TemporalCalls;
  readonly taskId: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** The failure of the Workflow Task that is being repeated. Absent: unknown, or none. */
  readonly failed?: FailedWorkflowTask | undefined;
  /**
   * Says which Worker is missing. Absent, or `undefined`: it is not known, or none is. Gets the time since which a
   * Workflow Task waits.
   */
  readonly describeMissingWorker?: ((sinceMs?: number) => Promise<string | undefined>) | undefined;
  /** True if a Query for a question or the status had no answer. Default: false. */
  readonly isUnanswered?: boolean | undefined;
  /** The status that its tool declares. Absent: none. */
  readonly declared?: DeclaredReading | undefined;
  /** Describes the reason of a wait without a status. Absent: unknown. */
  readonly describeWaiting?: (() => Promise<string | undefined>) | undefined;
}

function toName({ activityType }: PendingActivity): string {
  return quoteName(activityType?.name ?? 'activity');
}

/**
 * Reads progress from an Activity's last heartbeat. Any Worker can report it there, without a change to its Workflow.
 */
async function readHeartbeat(
  activity: PendingActivity,
  { calls, taskId }: OpenStatusOptions,
): Promise<TaskProgress | undefined> {
  const payload = activity.heartbeatDetails?.payloads?.[0];
  if (!payload) return undefined;
  // Heartbeat details belong to the Activity. Unreadable ones do not matter to the task.
  const place = { workflowId: taskId, what: `the heartbeat of ${toName(activity)}` };
  const { value } = await calls.payloads.read(payload, place);
  return isRecord(value) ? parseProgress(value[PROGRESS_HEARTBEAT_KEY]) : undefined;
}

async function quoteFailure(
  { lastFailure }: PendingActivity,
  { showActivityFailures, calls, taskId }: OpenStatusOptions,
): Promise<string> {
  if (!showActivityFailures || !lastFailure) return '';
  const text = await readFailureText(calls, lastFailure, { taskId, what: 'activity' });
  return ` (last failure: ${quote(cutText(text, MAX_FAILURE_LENGTH))})`;
}

async function describeRetry(
  activity: PendingActivity,
  options: OpenStatusOptions,
): Promise<string> {
  const attempt = activity.attempt ?? 1;
  if (attempt <= 1) return '';
  const nextMs = toMs(activity.nextAttemptScheduleTime);
  const waits =
    activity.state === PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED &&
    nextMs !== undefined;
  const seconds = waits ? Math.ceil((nextMs - options.nowMs) / 1000) : 0;
  const isDue = activity.state === PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED;
  const due = isDue ? ', waiting for a worker' : '';
  const next = seconds > 0 ? `, next try in ${seconds} s` : due;
  return `attempt ${attempt}${next}${await quoteFailure(activity, options)}`;
}

function describeDone(progress: TaskProgress | undefined): string | undefined {
  if (!progress) return undefined;
  const { message, progress: done, total } = progress;
  return message ?? `${done}${total === undefined ? '' : ` of ${total}`}`;
}

async function describeActivity(
  activity: PendingActivity,
  done: string | undefined,
  options: OpenStatusOptions,
): Promise<string> {
  const state = STATES.get(activity.state) ?? 'waiting for a worker';
  const details = [done, await describeRetry(activity, options)].filter(Boolean).join(', ');
  return `${toName(activity)}: ${details === '' ? state : details}`;
}

async function describePaused(
  activity: PendingActivity,
  done: string | undefined,
  options: OpenStatusOptions,
): Promise<string> {
  const details = [done, await describeRetry(activity, options)].filter(Boolean).join(', ');
  const activityId = `--activity-id ${inShell(activity.activityId ?? '')}`;
  const ids =
    activity.activityId === options.taskId
      ? activityId
      : `--workflow-id ${inShell(options.taskId)} ${activityId}`;
  return `An operator has paused ${toName(activity)}${details && ` (${details})`}. To continue it: temporal activity unpause ${ids}`;
}

interface ActivitiesStatus extends Pick<OpenStatus, 'statusMessage' | 'progress'> {
  /** The declared progress is that of an Activity, whose text has it. */
  readonly hasDeclared: boolean;
  /** The paused ones in sentences. Absent: none is paused. */
  readonly paused: string | undefined;
  readonly areAllPaused: boolean;
}

/** Finds the Activity whose heartbeat has the declared progress: the first one that has reported, as the source reads it. */
function findReporting(
  activities: readonly PendingActivity[],
  { declared }: OpenStatusOptions,
): PendingActivity | undefined {
  const source = declared?.progressSource;
  if (source?.kind !== 'heartbeat') return undefined;
  return activities.find(
    ({ activityType, heartbeatDetails }) =>
      (heartbeatDetails?.payloads?.length ?? 0) > 0 &&
      (source.activityType ?? activityType?.name) === activityType?.name,
  );
}

async function readActivities(
  execution: DescribedExecution,
  options: OpenStatusOptions,
): Promise<ActivitiesStatus> {
  const activities = (execution.raw.pendingActivities ?? []).slice(0, MAX_ACTIVITIES_SHOWN);
  const progress = await Promise.all(
    activities.map(async (activity) => readHeartbeat(activity, options)),
  );
  const reporting = findReporting(activities, options);
  const texts = await Promise.all(
    activities.map(async (activity, index) => {
      const declared = activity === reporting ? options.declared?.progress : undefined;
      const done = describeDone(declared ?? progress[index]);
      return PAUSED.includes(activity.state)
        ? { paused: await describePaused(activity, done, options) }
        : { other: await describeActivity(activity, done, options) };
    }),
  );
  const others = texts.flatMap(({ other }) => other ?? []);
  return {
    statusMessage: others.length === 0 ? undefined : others.join('; '),
    progress: progress.find((value) => value !== undefined),
    hasDeclared: reporting !== undefined,
    paused: joinSentences(texts.map(({ paused }) => paused)),
    areAllPaused: texts.length > 0 && others.length === 0,
  };
}

/** An Activity that is the whole work has failed, and no further attempt mends that. */
async function describeLastingFailure(
  { raw, activity }: DescribedExecution,
  { calls, taskId }: OpenStatusOptions,
): Promise<string | undefined> {
  const [pending] = raw.pendingActivities ?? [];
  if (!activity || !pending?.lastFailure) return undefined;
  const failure = await openFailure(calls, pending.lastFailure, taskId);
  const mend = findMend({ ...pending, failure });
  return mend && `No further attempt mends this: an operator has to ${mend}.`;
}

interface Obstacle {
  readonly text: string;
  /** True if the Workflow is stuck until a person acts. */
  readonly isLasting: boolean;
}

/** Workers of Activities are often busy, so a wait alone isn't an obstacle. */
async function describeWaitingActivity(
  { raw }: DescribedExecution,
  { nowMs, describeMissingWorker }: OpenStatusOptions,
): Promise<Obstacle | undefined> {
  const [activity] = raw.pendingActivities ?? [];
  const sinceMs = toMs(activity?.nextAttemptScheduleTime ?? raw.workflowExecutionInfo?.startTime);
  const waits = activity?.state === PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED;
  if (!waits || sinceMs === undefined || nowMs - sinceMs < NO_WORKER_AFTER_MS) return undefined;
  const text = await describeMissingWorker?.();
  return text === undefined ? undefined : { text, isLasting: true };
}

/** `Starts at 2026-11-28 12:00:00 UTC`: to the second that is not over, the same in each reading. */
export function describeStart(startsMs: number): string {
  const second = new Date(Math.ceil(startsMs / 1_000) * 1_000).toISOString();
  return `Starts at ${second.slice(0, 10)} ${second.slice(11, 19)} UTC`;
}

/** Describes what keeps an execution from its next Workflow Task, or from a Worker. */
async function describeObstacle(
  execution: DescribedExecution,
  options: OpenStatusOptions,
): Promise<Obstacle | undefined> {
  const { taskId, nowMs, failed, describeMissingWorker, isUnanswered = false } = options;
  if (execution.isPaused) {
    const text = `An operator has paused the workflow. To continue it: ${toUnpauseCommand(taskId)}`;
    return { text, isLasting: true };
  }
  if (execution.startsAt !== undefined) {
    return { text: `${describeStart(Date.parse(execution.startsAt))}.`, isLasting: false };
  }
  if (execution.activity) return describeWaitingActivity(execution, options);
  const { attempt = 0, state, scheduledTime } = execution.raw.pendingWorkflowTask ?? {};
  if (failed && failed.isLate !== true) {
    const text = `The workflow cannot go on: ${failed.words} (attempt ${attempt ?? 0}).`;
    return { text: [text, failed.mend].filter(Boolean).join(' '), isLasting: true };
  }
  const scheduledMs = toMs(scheduledTime);
  const waits =
    state === PendingWorkflowTaskState.PENDING_WORKFLOW_TASK_STATE_SCHEDULED &&
    scheduledMs !== undefined;
  const waitsLong = waits && nowMs - scheduledMs > NO_WORKER_AFTER_MS;
  const sinceMs = waitsLong ? scheduledMs : undefined;
  const missing = waitsLong || isUnanswered ? await describeMissingWorker?.(sinceMs) : undefined;
  if (waitsLong || missing !== undefined) {
    return { text: missing ?? describeNoWorker(execution), isLasting: true };
  }
  if ((attempt ?? 0) <= 1) return undefined;
  const why = failed ? `, since ${failed.words}` : '';
  return {
    text: `The workflow repeats its last step${why} (attempt ${attempt ?? 0}).`,
    isLasting: false,
  };
}

/**
 * Finds the status message and progress of an open execution. Sources in this order: an obstacle, the Workflow's own
 * status, its tool's declared status, its progress and pending Activities, and the reason of its wait.
 */
export async function describeOpenStatus(
  execution: DescribedExecution,
  options: OpenStatusOptions,
): Promise<OpenStatus> {
  const { state } = execution;
  const activities = await readActivities(execution, options);
  const obstacle = await describeObstacle(execution, options);
  const { declared } = options;
  // Polls carry no progress, so the message says how far the work is, unless its author has other words.
  const reported = state?.progress ?? (activities.hasDeclared ? undefined : declared?.progress);
  const done = describeDone(reported);
  const message =
    obstacle?.text ??
    state?.statusMessage ??
    declared?.statusMessage ??
    state?.progress?.message ??
    joinSentences([done, activities.statusMessage]) ??
    (activities.paused === undefined ? await options.describeWaiting?.() : undefined);
  const cancelling = options.cancelRequested ? 'Cancellation requested.' : undefined;
  const lasting = await describeLastingFailure(execution, options);
  const isStuck = lasting !== undefined || (obstacle?.isLasting ?? activities.areAllPaused);
  const [pending] = execution.raw.pendingActivities ?? [];
  return {
    statusMessage: joinSentences([cancelling, message, lasting, activities.paused]),
    progress: state?.progress ?? declared?.progress ?? activities.progress,
    isStuck: isStuck ? true : undefined,
    hasFailedAttempt: execution.activity && pending?.lastFailure ? true : undefined,
  };
}
