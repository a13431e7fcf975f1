import type { Client } from '@temporalio/client';

import { longPoll } from '../link/long-poll.js';

import { ACTIVITY_PARTS, type ReadActivity } from './read-activity.js';

/** Deadline of a long poll, in milliseconds. The service answers a second earlier. */
const POLL_DEADLINE_MS = 30_000;

/** State of an Activity from which a long poll waits for the next one. */
export interface ActivityPosition {
  readonly runId: string;
  readonly token: Uint8Array;
}

export interface ActivityPolled {
  /** Absent: the next poll does not wait. */
  readonly position: ActivityPosition | undefined;
  /** Absent: nothing has changed. */
  readonly activity: ReadActivity | undefined;
}

/**
 * Waits for a change of an Activity after the position: a new attempt, a heartbeat, the end.
 *
 * @param from Absent: returns the current state at once.
 */
export async function pollActivity(
  client: Client,
  activityId: string,
  { from, stop }: { readonly from: ActivityPosition | undefined; readonly stop: AbortSignal },
): Promise<ActivityPolled> {
  const { namespace } = client.options;
  const { runId = '', token } = from ?? {};
  const activity = await longPoll(client, { deadlineMs: POLL_DEADLINE_MS, stop }, async () =>
    client.workflowService.describeActivityExecution({
      namespace,
      activityId,
      runId,
      longPollToken: token ?? null,
      ...ACTIVITY_PARTS,
    }),
  );
  // An answer at the deadline is empty.
  if (!activity.info) return { position: from, activity: undefined };
  // A closed Activity has a token, too, with which a poll would wait in vain.
  const isOver = activity.info.closeTime != null || activity.longPollToken.byteLength === 0;
  const position = isOver ? undefined : { runId: activity.runId, token: activity.longPollToken };
  return { position, activity };
}
