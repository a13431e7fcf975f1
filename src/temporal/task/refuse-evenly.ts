import { setTimeout as pause } from 'node:timers/promises';

import { taskNotFound } from '../link/from-temporal-error.js';

/** Refusals come at multiples of this time, in milliseconds. It is longer than Temporal's own differences. */
const STEP_MS = 20;

/**
 * Refuses an ID that Temporal was asked about. Temporal answers faster if nothing has the ID, and IDs of a tool's own can
 * be guessed, so the refusal waits: its time doesn't say whether somebody has such a task.
 *
 * @param sinceMs When the look at the ID began, by `performance.now()`.
 * @throws {TaskError} `taskNotFound`
 */
export async function refuseEvenly(sinceMs: number): Promise<never> {
  await pause(STEP_MS - ((performance.now() - sinceMs) % STEP_MS));
  throw taskNotFound();
}
