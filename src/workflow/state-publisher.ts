import {
  ApplicationFailure,
  CancellationScope,
  sleep,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';

import {
  MAX_STATE_BYTES,
  STATE_MEMO_KEY,
  type TaskProgress,
  type WorkflowState,
} from '../core/contract.js';

/** Progress is published this often at most, in milliseconds, … */
const MIN_INTERVAL_MS = 1_000;
const MAX_INTERVAL_MS = 30_000;
/** … and the rarer the longer the run lasts: at 2 % of its age. An hour costs hundreds of publications, not thousands. */
const SHARE_OF_AGE = 0.02;

/** Members of the state that a Workflow changes; `undefined` removes one. */
export type StateChange = {
  readonly [Member in Exclude<keyof WorkflowState, 'v' | 'updatedAt'>]?:
    WorkflowState[Member] | undefined;
};

/**
 * Holds the state of a Workflow's task, and publishes it in the memo: one history event a time. All changes are
 * published at once, except for progress, which is coalesced.
 */
export class StatePublisher {
  readonly #onWrite: (state: WorkflowState) => Readonly<Record<string, unknown>>;
  #state: WorkflowState;
  #publishedAtMs = 0;
  #isProgressWaiting = false;
  #isTimerRunning = false;

  /** @param onWrite Called with every state published; what it returns is put into the memo beside it. */
  constructor(
    initial: WorkflowState,
    onWrite: (state: WorkflowState) => Readonly<Record<string, unknown>>,
  ) {
    this.#state = initial;
    this.#onWrite = onWrite;
  }

  get state(): WorkflowState {
    return this.#state;
  }

  /** @throws {ApplicationFailure} type `mcp.StateTooLarge` when it no longer fits the memo; nothing is changed then. */
  publish(change: StateChange): void {
    const members = Object.entries({ ...this.#state, ...change });
    const next: WorkflowState = Object.fromEntries(
      members.filter(([, value]) => value !== undefined),
    );
    this.#write({ ...next, updatedAt: new Date().toISOString() });
  }

  /** Publishes progress when its turn has come. The last value of a burst is always published. */
  publishProgress(progress: TaskProgress): void {
    this.#state = { ...this.#state, progress };
    this.#isProgressWaiting = true;
    this.#publishWhenDue();
  }

  #publishWhenDue(): void {
    if (!this.#isProgressWaiting || this.#isTimerRunning) return;
    const waitMs = this.#publishedAtMs + this.#intervalMs() - Date.now();
    if (waitMs <= 0) {
      this.#write(this.#state);
      return;
    }
    this.#isTimerRunning = true;
    // Not part of what a cancellation stops: how far the work has come stays of interest while it cleans up.
    void CancellationScope.nonCancellable(async () => sleep(waitMs)).then(() => {
      this.#isTimerRunning = false;
      this.#publishWhenDue();
    });
  }

  #intervalMs(): number {
    const ageMs = Date.now() - workflowInfo().runStartTime.getTime();
    return Math.min(Math.max(ageMs * SHARE_OF_AGE, MIN_INTERVAL_MS), MAX_INTERVAL_MS);
  }

  #write(state: WorkflowState): void {
    const next = { ...state, v: (state.v ?? 0) + 1 };
    const size = JSON.stringify(next).length;
    if (size > MAX_STATE_BYTES) {
      throw ApplicationFailure.nonRetryable(
        `The state of the task has ${size} characters, with all open input requests; at most ${MAX_STATE_BYTES} fit.`,
        'mcp.StateTooLarge',
      );
    }
    this.#state = next;
    this.#publishedAtMs = Date.now();
    this.#isProgressWaiting = false;
    upsertMemo({ ...this.#onWrite(next), [STATE_MEMO_KEY]: next });
  }
}
