import { toIntervalMs, toQuietMs } from '../model/poll-rate.js';
import type { Workload } from '../model/workload.js';

import type { Draws } from './draws.js';

const MS_PER_SECOND = 1_000;
/** A change that has just happened does not come once more because a quotient is a hair too small. */
const ROUNDING = 1e-6;

/** One open task, and who looks at it. Times are milliseconds of the simulation, which begins at 0. */
export interface SimulatedTask {
  readonly createdAtMs: number;
  readonly endsAtMs: number;
  readonly isPolled: boolean;
  readonly isWaitedFor: boolean;
}

/** A task that starts at this time, with a lifetime drawn for it. */
export function startTask(workload: Workload, createdAtMs: number, draws: Draws): SimulatedTask {
  const lifetimeMs = draws.exponential(workload.lifetimeSeconds * MS_PER_SECOND);
  return {
    createdAtMs,
    endsAtMs: createdAtMs + lifetimeMs,
    isPolled: draws.share() < workload.polledShare,
    isWaitedFor: draws.share() < workload.waitedShare,
  };
}

/** One of those that are open when the simulation begins: it has an age, and as much to go as a new one. */
export function takeOpenTask(workload: Workload, draws: Draws): SimulatedTask {
  const ageMs = draws.exponential(workload.lifetimeSeconds * MS_PER_SECOND);
  return { ...startTask(workload, 0, draws), createdAtMs: -ageMs };
}

/** How long a client stays away that looks at a task now. */
export function toNextLookMs(workload: Workload, task: SimulatedTask, nowMs: number): number {
  const ageMs = Math.floor(nowMs - task.createdAtMs);
  return toIntervalMs(workload.pollIntervalMs, ageMs, Math.floor(ageMs % toQuietMs(workload)));
}

/** When what a task shows changes next; `undefined` when it ends before. */
export function toNextChangeAtMs(
  workload: Workload,
  { createdAtMs, endsAtMs }: SimulatedTask,
  nowMs: number,
): number | undefined {
  const everyMs = toQuietMs(workload);
  const changes = Math.floor((nowMs - createdAtMs) / everyMs + ROUNDING);
  const atMs = createdAtMs + (changes + 1) * everyMs;
  return atMs < endsAtMs ? atMs : undefined;
}
