import { actions as billed } from '../facts/actions.js';

import type { TaskProfile } from './workload.js';

/** What a task costs the service from its start to its end, without those who look at it. */
export interface WorkOfTask {
  /** Billed, on Temporal Cloud. */
  readonly actions: number;
  /** gRPC requests of this server and of Workers. */
  readonly requests: number;
  /** Writes of its history shard. */
  readonly writes: number;
  /** Times at which what it shows changes. */
  readonly changes: number;
}

/** A Worker polls for a task, and responds. */
const REQUESTS_OF_WORKER = 2;
/** A Workflow Task, or an Activity, is recorded when it starts and when it ends. */
const WRITES_OF_WORKER = 2;
/** A question is published, and taken back. */
const MEMO_UPDATES_OF_QUESTION = 2;

/**
 * Counts the work of a task. The first Workflow Task is the start's; each Activity, timer and answer brings one more. A memo
 * update is a command of a Workflow Task that there is anyway.
 */
export function toWorkOfTask(profile: TaskProfile): WorkOfTask {
  const { activities, timers, memoUpdates, questions, heartbeats } = profile;
  const changes = memoUpdates + questions * MEMO_UPDATES_OF_QUESTION;
  const workflowTasks = 1 + activities + timers + questions;
  return {
    actions:
      billed.start.value +
      activities * billed.activity.value +
      timers * billed.timer.value +
      changes * billed.memoUpdate.value +
      questions * billed.signal.value +
      heartbeats * billed.heartbeat.value,
    requests: 1 + questions + heartbeats + REQUESTS_OF_WORKER * (workflowTasks + activities),
    writes: 1 + questions + timers + heartbeats + WRITES_OF_WORKER * (workflowTasks + activities),
    changes,
  };
}
