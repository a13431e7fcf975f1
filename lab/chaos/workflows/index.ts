/** The Workflow behind every task of the chaos. */
import { ApplicationFailure, proxyActivities } from '@temporalio/workflow';

import { openTask } from '../../../src/workflow/index.js';
import type * as activities from '../activities/index.js';

/** One step: an Activity, and whether somebody is asked after it. */
export interface ErrandStep {
  readonly ms: number;
  readonly failures: number;
  readonly asks: boolean;
}

/** Input of {@link errand}. */
export interface ErrandInput {
  /** Comes back in all that this execution says. */
  readonly token: string;
  readonly steps: readonly ErrandStep[];
  /** Whether it fails in the end. */
  readonly fails: boolean;
  /** After how many steps it goes on in a new run. Absent: in none. */
  readonly continuesAfter?: number;
  /** What the run before has done. Absent: there was none. */
  readonly before?: { readonly steps: number; readonly words: readonly string[] };
}

/** Result of {@link errand}. */
export interface ErrandResult {
  readonly token: string;
  /** What was answered to each question, in the order of the questions. */
  readonly words: readonly string[];
}

const { takeStep } = proxyActivities<typeof activities>({
  // An attempt whose Worker has died is made again after this.
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 1 },
});

/**
 * Takes its steps, asks after some of them, and returns its token and every answer.
 *
 * @throws {ApplicationFailure} type `ErrandFailed`, not retryable, where it is meant to fail; its message is the token.
 * @throws {CancelledFailure} when cancelled.
 */
export async function errand(input: ErrandInput): Promise<ErrandResult> {
  const { token, steps, fails, continuesAfter, before } = input;
  const task = openTask();
  const words = [...(before?.words ?? [])];
  for (const [index, { ms, failures, asks }] of steps.entries()) {
    if (index < (before?.steps ?? 0)) continue;
    if (index === continuesAfter && before === undefined) {
      await task.continueAsNew<typeof errand>([{ ...input, before: { steps: index, words } }]);
    }
    await takeStep({ token, step: index, ms, failures });
    task.reportProgress({ progress: index + 1, total: steps.length });
    if (!asks) continue;
    const answer = await task.elicit({
      message: `${token} asks for word ${words.length}`,
      schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    });
    words.push(answer.action === 'accept' ? answer.content.word : answer.action);
  }
  if (fails) throw ApplicationFailure.nonRetryable(token, 'ErrandFailed');
  return { token, words };
}
