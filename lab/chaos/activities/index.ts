/** The Activity behind every step of the chaos. */
import { appendFile } from 'node:fs/promises';

import { activityInfo, ApplicationFailure, sleep } from '@temporalio/activity';

import type { Attempt } from '../audit/evidence.js';

/** Input of {@link takeStep}. */
export interface StepInput {
  readonly token: string;
  /** Which step of its Workflow, from 0. */
  readonly step: number;
  /** How long it takes, in milliseconds. */
  readonly ms: number;
  /** How many of its first attempts fail. */
  readonly failures: number;
}

/**
 * Takes its time, and leaves a line in the file `CHAOS_ATTEMPTS` when an attempt begins: what really ran, whatever
 * Temporal came to know of it.
 *
 * @throws {ApplicationFailure} type `StepFailed`, retryable, in its first attempts.
 */
export async function takeStep({ token, step, ms, failures }: StepInput): Promise<void> {
  const { attempt } = activityInfo();
  const line: Attempt = { token, step, attempt, atMs: Date.now() };
  // One write of less than a page, at the end of the file: lines of several Workers don't mix.
  await appendFile(process.env['CHAOS_ATTEMPTS'] ?? '/dev/null', `${JSON.stringify(line)}\n`);
  await sleep(ms);
  if (attempt <= failures) throw ApplicationFailure.retryable('Not yet', 'StepFailed');
}
