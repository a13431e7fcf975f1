/** The Activity of the chaos Workflow's steps. */
import { appendFile } from 'node:fs/promises';

import { activityInfo, ApplicationFailure, sleep } from '@temporalio/activity';

import type { Attempt } from '../audit/evidence.js';

/** Input of {@link takeStep}. */
export interface StepInput {
  readonly token: string;
  /** Number of the step in its Workflow, from 0. */
  readonly step: number;
  /** Duration, in milliseconds. */
  readonly ms: number;
  /** Number of first attempts that fail. */
  readonly failures: number;
}

/**
 * Waits, and appends a line to the file `CHAOS_ATTEMPTS` when an attempt begins. The file shows each attempt that ran,
 * also those whose results never reached Temporal.
 *
 * @throws {ApplicationFailure} type `StepFailed`, retryable, in the first `failures` attempts.
 */
export async function takeStep({ token, step, ms, failures }: StepInput): Promise<void> {
  const { attempt } = activityInfo();
  const line: Attempt = { token, step, attempt, atMs: Date.now() };
  // One appending write of less than a page, so that lines of several Workers don't mix.
  await appendFile(process.env['CHAOS_ATTEMPTS'] ?? '/dev/null', `${JSON.stringify(line)}\n`);
  await sleep(ms);
  if (attempt <= failures) throw ApplicationFailure.retryable('Not yet', 'StepFailed');
}
