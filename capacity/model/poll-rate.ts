import { toPollIntervalMs } from '../../src/temporal/poll-interval.js';

import { toWorkOfTask } from './work-of-task.js';
import type { Workload } from './workload.js';

/** Steps of the integral between two changes. */
const STEPS = 500;
const MS_PER_SECOND = 1_000;

/** How long a task shows the same, on average. */
export function toQuietMs({ lifetimeSeconds, profile }: Workload): number {
  return (lifetimeSeconds * MS_PER_SECOND) / (toWorkOfTask(profile).changes + 1);
}

/** What a client is told that looks at a task without a total. The server's own function says it. */
export function toIntervalMs(pollIntervalMs: number, ageMs: number, quietMs: number): number {
  return toPollIntervalMs({
    pollIntervalMs,
    createdAt: new Date(0).toISOString(),
    lastUpdatedAt: new Date(ageMs - quietMs).toISOString(),
    cancelRequested: false,
    nowMs: ageMs,
  });
}

/**
 * Looks a second at one open task by a client that does as it is told: the mean over tasks of all ages.
 *
 * A task that has been quiet for x is looked at 1/interval(x) times a second. Ages of open tasks are distributed as lifetimes
 * are (exponentially), and x is an age modulo the time between changes.
 */
export function toPollsPerSecond(workload: Workload): number {
  const everyMs = toQuietMs(workload);
  const meanMs = workload.lifetimeSeconds * MS_PER_SECOND;
  let weighted = 0;
  let weights = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const quietMs = ((step + 0.5) / STEPS) * everyMs;
    const weight = Math.exp(-quietMs / meanMs);
    weighted += weight / toIntervalMs(workload.pollIntervalMs, quietMs, quietMs);
    weights += weight;
  }
  return (weighted / weights) * MS_PER_SECOND;
}
