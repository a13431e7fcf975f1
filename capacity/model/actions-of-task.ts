import { actions } from '../facts/actions.js';

import { toWorkOfTask } from './work-of-task.js';
import { DEFAULT_PROFILE, type TaskProfile } from './workload.js';

/** A companion that ends a cancelled task after its grace (`terminateAfter`): its start, and an Activity. */
export const ACTIONS_OF_COMPANION = actions.start.value + actions.activity.value;
/** A cancellation is announced by a Signal; the request itself is no Action. */
export const ACTIONS_OF_CANCEL = actions.signal.value + actions.cancelRequest.value;

const SECONDS_PER_HOUR = 3_600;

/** Things that a task may go through on Temporal Cloud. Actions of its own work are the same either way. */
export interface Story {
  readonly title: string;
  readonly lifetimeSeconds: number;
  readonly profile: TaskProfile;
  /** Cancelled, with `terminateAfter`. */
  readonly isCancelled: boolean;
}

const plain: TaskProfile = { ...DEFAULT_PROFILE, timers: 0, memoUpdates: 0, questions: 0 };
/** Publications of ten reports a second by the helper (docs/workflow-contract.md); then 60 in each hour. */
const PUBLICATIONS_OF_FIRST_HOUR = 242;

export const stories: readonly Story[] = [
  { title: '3 Activities, 10 minutes', lifetimeSeconds: 600, profile: plain, isCancelled: false },
  {
    title: 'the same, for an hour',
    lifetimeSeconds: SECONDS_PER_HOUR,
    profile: plain,
    isCancelled: false,
  },
  {
    title: '… with a question',
    lifetimeSeconds: SECONDS_PER_HOUR,
    profile: { ...plain, questions: 1 },
    isCancelled: false,
  },
  {
    title: '… with a question that has a deadline',
    lifetimeSeconds: SECONDS_PER_HOUR,
    profile: { ...plain, questions: 1, timers: 1 },
    isCancelled: false,
  },
  {
    title: '… with progress published all the time',
    lifetimeSeconds: SECONDS_PER_HOUR,
    profile: { ...plain, memoUpdates: PUBLICATIONS_OF_FIRST_HOUR },
    isCancelled: false,
  },
  {
    title: '… with progress by a heartbeat every 30 s',
    lifetimeSeconds: SECONDS_PER_HOUR,
    profile: { ...plain, heartbeats: SECONDS_PER_HOUR / 30 },
    isCancelled: false,
  },
  {
    title: '… cancelled, with `terminateAfter`',
    lifetimeSeconds: SECONDS_PER_HOUR,
    profile: plain,
    isCancelled: true,
  },
  {
    title: '3 Activities and a question, a day',
    lifetimeSeconds: 24 * SECONDS_PER_HOUR,
    profile: { ...plain, questions: 1 },
    isCancelled: false,
  },
];

/** Actions through this server. Nobody who looks, waits or lists adds any: a describe, a long poll and a search are none. */
export function toActions({ profile, isCancelled }: Story): number {
  const ofCancel = isCancelled ? ACTIONS_OF_CANCEL + ACTIONS_OF_COMPANION : 0;
  return toWorkOfTask(profile).actions + ofCancel;
}

/**
 * Actions through tools written by hand: one that starts, one that looks by a Query, one that answers by a Signal. The
 * question and the progress are in the Query's answer, and cost nothing besides.
 */
export function toActionsByHand(story: Story, queryEverySeconds: number): number {
  const { profile, lifetimeSeconds } = story;
  const work = toWorkOfTask({ ...profile, memoUpdates: 0, heartbeats: 0, questions: 0 });
  const queries = Math.floor(lifetimeSeconds / queryEverySeconds);
  return work.actions + profile.questions * actions.signal.value + queries * actions.query.value;
}
