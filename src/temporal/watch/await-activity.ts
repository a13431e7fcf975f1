import type { Client } from '@temporalio/client';

import { type ActivityPosition, pollActivity } from '../activity/poll-activity.js';
import type { ReadActivity } from '../activity/read-activity.js';

import type { PollEnd } from './history-polls.js';

/** Position of a long poll among the states of a Standalone Activity. */
export interface ActivityWatch {
  /** Absent: the next poll does not wait. */
  position: ActivityPosition | undefined;
  /** The last state that was news. */
  activity: ReadActivity | undefined;
}

/** An Activity in its first state has no news for its starter. */
function isFresh({ info }: ReadActivity): boolean {
  return Number(info?.stateTransitionCount) <= 1;
}

/** Runs a long poll, and advances the position. */
export async function awaitActivity(
  client: Client,
  taskId: string,
  watch: ActivityWatch,
  stop: AbortSignal,
): Promise<PollEnd> {
  const from = watch.position;
  const { position, activity } = await pollActivity(client, taskId, { from, stop });
  watch.position = position;
  if (!activity) return 'nothing';
  if (from === undefined && isFresh(activity)) return 'others';
  watch.activity = activity;
  return 'news';
}
