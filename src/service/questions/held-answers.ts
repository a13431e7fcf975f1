import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { RESPONSE_BOUNDS, toJsonBytes } from '../../core/value/json-bounds.js';

/** As long as a wait outlives an outage: a restart or failover of the Temporal Service fits into it. */
const HOLD_MS = 60_000;
const PAUSE_MS = 500;
/** Of at most 256 KiB each. */
const MAX_HELD = 200;

export interface HoldOptions {
  /** The content for the Workflow: one that is too large is not held. */
  readonly answer: unknown;
  /** Called once, with the first failure, when the answer is held. */
  readonly onHeld: (error: unknown) => void;
  /** Maximum time, in milliseconds. Default: 60,000. */
  readonly holdMs?: number | undefined;
}

function isOutage(error: unknown): boolean {
  return isTaskError(error) && error.code === TaskErrorCode.unavailable;
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/**
 * Answers that Temporal cannot take at the moment. Clients never send an answer twice, so the server keeps trying
 * while the client waits for its acknowledgement. The number is bounded.
 */
export class HeldAnswers {
  #count = 0;

  /**
   * Delivers an answer, and tries again while Temporal does not answer.
   *
   * @throws What the delivery throws last: `unavailable` when the time is over, or too many answers are held.
   */
  async hold(
    deliver: () => Promise<void>,
    { answer, onHeld, holdMs = HOLD_MS }: HoldOptions,
  ): Promise<void> {
    const heldUntilMs = Date.now() + holdMs;
    try {
      await deliver();
      return;
    } catch (error) {
      const isTooMuch = this.#count >= MAX_HELD || toJsonBytes(answer) > RESPONSE_BOUNDS.maxBytes;
      if (!isOutage(error) || holdMs === 0 || isTooMuch) throw error;
      onHeld(error);
    }
    this.#count += 1;
    try {
      for (;;) {
        await pause();
        try {
          await deliver();
          return;
        } catch (error) {
          if (!isOutage(error) || Date.now() >= heldUntilMs) throw error;
        }
      }
    } finally {
      this.#count -= 1;
    }
  }
}
