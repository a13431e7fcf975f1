/** The Workflows of the chaos tasks. */
import {
  ApplicationFailure,
  condition,
  defineQuery,
  defineSignal,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import { openTask } from 'temporal-mcp-tasks-workflow';

import type * as activities from '../activities/index.js';

/** One step: an Activity, then a question if `asks` is true. */
export interface ErrandStep {
  readonly ms: number;
  readonly failures: number;
  readonly asks: boolean;
}

/** Input of {@link errand}. */
export interface ErrandInput {
  /** Appears in all questions and results of this execution. */
  readonly token: string;
  readonly steps: readonly ErrandStep[];
  /** True if it fails at its end. */
  readonly fails: boolean;
  /** Number of steps after which it continues as new. Absent: it has one run. */
  readonly continuesAfter?: number;
  /** Progress of the previous run. Absent in the first run. */
  readonly before?: { readonly steps: number; readonly words: readonly string[] };
}

/** Result of {@link errand}. */
export interface ErrandResult {
  readonly token: string;
  /** The answers' words, in the order of the questions. */
  readonly words: readonly string[];
}

const { takeStep } = proxyActivities<typeof activities>({
  // Temporal retries an attempt of a dead Worker after this time.
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 1 },
});

/**
 * Runs its steps, asks questions after some of them, and returns its token and all answers.
 *
 * @throws {ApplicationFailure} type `ErrandFailed`, not retryable, if `fails` is true; its message is the token.
 * @throws {CancelledFailure} if cancelled.
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

/** Input of {@link decideInTime}. */
export interface DecideInput {
  readonly token: string;
  /** Time for an answer, in milliseconds. */
  readonly withinMs: number;
}

/** Result of {@link decideInTime}. */
export interface DecideResult extends ErrandResult {
  /** The deadline by Temporal's clock, in milliseconds since the epoch. */
  readonly dueMs: number;
}

/** Waits for a word, or for the refusal, an empty one. It knows nothing of MCP. */
export async function decideInTime({ token, withinMs }: DecideInput): Promise<DecideResult> {
  const decided: string[] = [];
  const dueMs = Date.now() + withinMs;
  setHandler(defineQuery('getQuestion'), () => ({
    isOpen: decided.length === 0,
    answerBy: new Date(dueMs).toISOString(),
  }));
  setHandler(defineSignal<[string]>('decide'), (word) => void decided.push(word));
  await condition(() => decided.length > 0);
  return { token, words: decided.slice(0, 1).filter((word) => word !== ''), dueMs };
}
