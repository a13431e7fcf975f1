/** The work of an execution that is under way, as its describe shows it. */
import type { PendingWork } from '../../core/task/task-history.js';
import { toLine } from '../../core/value/quote.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { type HistoryEvent, toEventId } from '../link/history-page.js';
import { PendingActivityState } from '../link/proto-enums.js';
import { toMs } from '../link/timestamps.js';

import { type EventContext, MAX_NAME, showFailure } from './to-entry.js';

/** Largest number of shown works under way. */
const MAX_PENDING = 100;

const PAUSED: readonly unknown[] = [
  PendingActivityState.PENDING_ACTIVITY_STATE_PAUSED,
  PendingActivityState.PENDING_ACTIVITY_STATE_PAUSE_REQUESTED,
];

type Raw = DescribedExecution['raw'];
type PendingActivity = NonNullable<Raw['pendingActivities']>[number];

function toInstant(time: Parameters<typeof toMs>[0]): string | undefined {
  const ms = toMs(time);
  return ms === undefined || ms === 0 ? undefined : new Date(ms).toISOString();
}

/** A describe names Activities by their own IDs, and events by their places. */
function placesOf(events: readonly HistoryEvent[]): ReadonlyMap<string, number> {
  return new Map(
    events.flatMap((event) => {
      const id = event.activityTaskScheduledEventAttributes?.activityId;
      return id == null ? [] : [[id, toEventId(event)] as const];
    }),
  );
}

async function toPendingActivity(
  activity: PendingActivity,
  of: number | undefined,
  context: EventContext,
): Promise<PendingWork> {
  const { activityType, attempt, state, nextAttemptScheduleTime, lastFailure } = activity;
  const { scheduledTime, lastStartedTime } = activity;
  const isPlanned = state === PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED;
  return {
    work: 'activity',
    of,
    name: toLine(activityType?.name ?? '', MAX_NAME),
    since: toInstant(lastStartedTime ?? scheduledTime),
    attempt: attempt ?? 1,
    isPaused: PAUSED.includes(state) ? true : undefined,
    nextAttemptAt: isPlanned ? toInstant(nextAttemptScheduleTime) : undefined,
    failure: await showFailure(lastFailure, context),
  };
}

/** @param events The events of the page, oldest first. */
export async function toPending(
  { raw }: Pick<DescribedExecution, 'raw'>,
  events: readonly HistoryEvent[],
  context: EventContext,
): Promise<readonly PendingWork[]> {
  const places = placesOf(events);
  const activities = (raw.pendingActivities ?? [])
    .slice(0, MAX_PENDING)
    .map(async (one) => toPendingActivity(one, places.get(one.activityId ?? ''), context));
  const children = (raw.pendingChildren ?? []).map(({ initiatedId, workflowTypeName }) => ({
    work: 'child' as const,
    of: Number(initiatedId),
    name: toLine(workflowTypeName ?? '', MAX_NAME),
    attempt: 1,
  }));
  const operations = (raw.pendingNexusOperations ?? []).map(
    ({ scheduledEventId, service, operation, attempt }) => ({
      work: 'operation' as const,
      of: Number(scheduledEventId),
      name: toLine([service, operation].filter(Boolean).join(' '), MAX_NAME),
      attempt: attempt ?? 1,
    }),
  );
  return [...(await Promise.all(activities)), ...children, ...operations].slice(0, MAX_PENDING);
}
