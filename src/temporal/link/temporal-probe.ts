import type { Client } from '@temporalio/client';

import { isTaskError, TaskErrorCode } from '../../core/errors.js';

import { findFaultOfConnection, isNamespaceMissing } from './from-temporal-error.js';
import { lookAtExecution } from './look-at-execution.js';
import { TemporalCalls } from './temporal-calls.js';

/** Deadline of a probe, in milliseconds. With its grace, a probe takes 2 s at most. */
const DEADLINE_MS = 1_500;
/** Validity of an answer, in milliseconds: the server asks Temporal once a second at most. */
const KEPT_MS = 1_000;
/** The ID of no execution. To answer that it is unknown, the service has to ask its database. */
const PROBED_ID = 'mcp-readiness';

/** Texts about obstacles. They name settings without their values, since probes are public. */
const Obstacle = {
  outage: 'Temporal does not answer',
  silent:
    'Temporal has not answered yet: it is starting or down, or its address is wrong (TEMPORAL_ADDRESS, --address)',
  foreign:
    'The address does not answer as a Temporal Service: it is wrong (TEMPORAL_ADDRESS, --address), or TLS is on at one end only',
  namespace: 'Temporal has no such namespace (TEMPORAL_NAMESPACE, --namespace)',
  key: 'Temporal refuses the credentials (TEMPORAL_API_KEY, or the certificate of TLS) for this namespace (TEMPORAL_NAMESPACE)',
} as const;

interface Check {
  readonly obstacle: Promise<string | undefined>;
  /** End of the check, on the clock of `performance.now()`. Absent: the check is under way. */
  endedAtMs?: number | undefined;
}

/** Finds out if Temporal answers; if it does not, which setting may be at fault. */
export class TemporalProbe {
  readonly #connect: () => Promise<Client>;
  #calls: TemporalCalls | undefined;
  #check: Check | undefined;
  #hasAnswered = false;

  constructor(connect: () => Promise<Client>) {
    this.#connect = connect;
  }

  /** Resolves with `undefined` if Temporal answered in the last second, or answers within 2 s. Never rejects. */
  async findObstacle(): Promise<string | undefined> {
    const { endedAtMs = Infinity } = this.#check ?? { endedAtMs: -Infinity };
    if (!this.#check || performance.now() - endedAtMs >= KEPT_MS) this.#check = this.#begin();
    return this.#check.obstacle;
  }

  #begin(): Check {
    const check: Check = {
      obstacle: this.#ask().finally(() => {
        check.endedAtMs = performance.now();
      }),
    };
    return check;
  }

  async #ask(): Promise<string | undefined> {
    try {
      this.#calls ??= new TemporalCalls(await this.#connect(), DEADLINE_MS);
      await lookAtExecution(this.#calls, PROBED_ID);
    } catch (error) {
      const obstacle = this.#toObstacle(error);
      if (obstacle !== undefined) return obstacle;
    }
    this.#hasAnswered = true;
    return undefined;
  }

  #toObstacle(error: unknown): string | undefined {
    if (!isTaskError(error)) return Obstacle.foreign;
    const { code } = error;
    if (code === TaskErrorCode.taskNotFound) return undefined;
    if (code === TaskErrorCode.unavailable) {
      if (this.#hasAnswered) return Obstacle.outage;
      return findFaultOfConnection(error.cause) ?? Obstacle.silent;
    }
    if (code !== TaskErrorCode.misconfigured) return Obstacle.foreign;
    return isNamespaceMissing(error) ? Obstacle.namespace : Obstacle.key;
  }
}
