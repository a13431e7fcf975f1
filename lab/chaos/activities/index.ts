/** The Activity of the chaos Workflow's steps. */
import { appendFile } from 'node:fs/promises';

import { activityInfo, ApplicationFailure, heartbeat, sleep } from '@temporalio/activity';

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

/** The pause between heartbeats, in milliseconds. */
const BEAT_MS = 300;

async function recordAttempt(token: string, step: number): Promise<void> {
  const line: Attempt = { token, step, attempt: activityInfo().attempt, atMs: Date.now() };
  // One appending write of less than a page, so that lines of several Workers don't mix.
  await appendFile(process.env['CHAOS_ATTEMPTS'] ?? '/dev/null', `${JSON.stringify(line)}\n`);
}

/** Input of {@link takeStepAlone}. */
export interface StepAloneInput {
  readonly token: string;
  /** Duration, in milliseconds. */
  readonly ms: number;
  /** It fails for good at its end. */
  readonly fails: boolean;
}

/**
 * The only step of an errand, as an Activity without a Workflow. It records its attempts as {@link takeStep} does.
 *
 * @throws {ApplicationFailure} type `ErrandFailed`, not retryable, if it has to fail.
 */
export async function takeStepAlone({
  token,
  ms,
  fails,
}: StepAloneInput): Promise<{ readonly token: string; readonly words: readonly string[] }> {
  await recordAttempt(token, 0);
  for (let restMs = ms; restMs > 0; restMs -= BEAT_MS) {
    heartbeat();
    await sleep(Math.min(restMs, BEAT_MS));
  }
  if (fails) throw ApplicationFailure.nonRetryable('As planned', 'ErrandFailed');
  return { token, words: [] };
}

/**
 * Waits, and appends a line to the file `CHAOS_ATTEMPTS` when an attempt begins. The file shows each attempt that ran,
 * also those whose results never reached Temporal.
 *
 * @throws {ApplicationFailure} type `StepFailed`, retryable, in the first `failures` attempts.
 */
export async function takeStep({ token, step, ms, failures }: StepInput): Promise<void> {
  const { attempt } = activityInfo();
  await recordAttempt(token, step);
  await sleep(ms);
  if (attempt <= failures) throw ApplicationFailure.retryable('Not yet', 'StepFailed');
}
