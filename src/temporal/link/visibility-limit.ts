import { TaskError, TaskErrorCode } from '../../core/errors.js';

import { FairRate } from './fair-rate.js';

/** Calls that may wait for one owner, and for all owners together, before one is refused. */
const MAX_WAITING_OF_ONE = 100;
const MAX_WAITING = 1_000;

/** Waits. A command that waits for its turn does not end meanwhile. */
async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Spaces out calls to Temporal's visibility, of which a namespace takes few a second. Owners take turns. */
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
