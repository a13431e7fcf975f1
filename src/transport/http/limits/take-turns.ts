import { setImmediate as untilNextPass } from 'node:timers/promises';

import type { RequestHandler } from 'express';

import { Turns } from '../../../core/value/turns.js';
import { countedOwner } from '../request/visit.js';

/** Large bodies that are read at the same time: 128 MiB, and 32 MiB of one owner. */
const LARGE_BODIES = { atOnce: 32, ofOneOwner: 8 };

/** The turns of owners at one HTTP application. */
export class HttpTurns {
  readonly #passes = new Turns({ atOnce: 1 });
  readonly #bodies = new Turns(LARGE_BODIES);

  /**
   * Resolves when the owner may begin one request. One request begins in each pass of the event loop, so that a burst
   * delays others by single requests.
   */
  async begin(owner: string): Promise<void> {
    await this.#passes.run(owner, untilNextPass);
  }

  async readLarge(owner: string, read: () => Promise<void>): Promise<void> {
    await this.#bodies.run(owner, read);
  }
}

export function takeTurns(turns: HttpTurns): RequestHandler {
  return async (_request, response, next) => {
    await turns.begin(countedOwner(response));
    if (!response.closed) next();
  };
}
