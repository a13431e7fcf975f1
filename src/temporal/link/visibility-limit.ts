import { TaskError, TaskErrorCode } from '../../core/errors.js';

import { FairRate } from './fair-rate.js';

/** Maximum number of waiting calls of one owner, and of all owners together. Further calls are refused. */
const MAX_WAITING_OF_ONE = 100;
const MAX_WAITING = 1_000;

/** Waits, and keeps the process alive: a command must not end while it waits for its turn. */
async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Limits calls to Temporal's visibility, since a namespace allows only a few per second. Owners take turns. */
export class VisibilityLimit {
  readonly #rate: FairRate;

  constructor(callsPerSecond: number) {
    this.#rate = new FairRate({
      perSecond: () => callsPerSecond,
      burst: callsPerSecond,
      sleep,
      ofOneOwner: MAX_WAITING_OF_ONE,
      overall: MAX_WAITING,
      toRefusal: () => {
        const waitSeconds = Math.ceil(this.#rate.waiting / callsPerSecond);
        return new TaskError(
          TaskErrorCode.busy,
          `You ask for too many lists of tasks at once. Try again in ${waitSeconds} seconds.`,
          { retryAfterMs: waitSeconds * 1_000 },
        );
      },
    });
  }

  /**
   * Resolves when the next call may be made.
   *
   * @param owner Default: the call belongs to no owner.
   * @throws {TaskError} `busy` if too many calls of this owner are waiting.
   */
  async take(owner?: string): Promise<void> {
    await this.#rate.turn(owner);
  }
}
