import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { RESPONSE_BOUNDS, toJsonBytes } from '../../core/value/json-bounds.js';

/** Maximum time to hold an answer, in milliseconds. A restart or failover of the Temporal Service takes less. */
const HOLD_MS = 60_000;
const PAUSE_MS = 500;
/** Maximum number of held answers, each of at most 256 KiB. */
const MAX_HELD = 200;

export interface HoldOptions {
  /** The content for the Workflow. Content above 256 KiB is not held. */
  readonly answer: unknown;
  /** Called once, with the first failure, when the server begins to hold the answer. */
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
 * Answers that Temporal cannot take at the moment. Clients never send an answer twice. So the server tries again while
 * the client waits for the acknowledgement. The number of held answers is bounded.
 */
export class HeldAnswers {
  #count = 0;

  /**
   * Delivers an answer, and tries again during an outage of Temporal.
   *
   * @throws The last error of the delivery: `unavailable` after the maximum time, or if too many answers are held.
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
