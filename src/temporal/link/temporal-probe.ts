import type { Client } from '@temporalio/client';

import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { lookAtExecution } from '../watch/look-at-execution.js';

import { TemporalCalls } from './temporal-calls.js';

/** Deadline of a probe, in milliseconds. With its grace, a probe takes 2 s at most. */
const DEADLINE_MS = 1_500;
/** Validity of an answer, in milliseconds: the server asks Temporal once a second at most. */
const KEPT_MS = 1_000;
/** Names no execution. That there is none is an answer, which takes the whole way to Temporal's database. */
const PROBED_ID = 'mcp-readiness';

interface Check {
  readonly answers: Promise<boolean>;
  /** On the clock of `performance.now()`. Absent: it goes on. */
  endedAtMs?: number;
}

/** Finds out if Temporal answers. */
export class TemporalProbe {
  readonly #connect: () => Promise<Client>;
  #check: Check | undefined;

  /** @param connect The Client that is asked. */
  constructor(connect: () => Promise<Client>) {
    this.#connect = connect;
  }

  /** Resolves with true if Temporal has answered within the last second, or does so within two. Never rejects. */
  async answers(): Promise<boolean> {
    const { endedAtMs = Infinity } = this.#check ?? { endedAtMs: -Infinity };
    if (!this.#check || performance.now() - endedAtMs >= KEPT_MS) this.#check = this.#begin();
    return this.#check.answers;
  }

  #begin(): Check {
    const check: Check = {
      answers: this.#ask().finally(() => {
        check.endedAtMs = performance.now();
      }),
    };
    return check;
  }

  async #ask(): Promise<boolean> {
    try {
      await lookAtExecution(new TemporalCalls(await this.#connect(), DEADLINE_MS), PROBED_ID);
      return true;
    } catch (error) {
      return isTaskError(error) && error.code !== TaskErrorCode.unavailable;
    }
  }
}
