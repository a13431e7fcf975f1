import type { JobFailureType } from './job-contract.js';

/** A fault that another attempt does not mend. Its message is for the owner of the task. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly type: JobFailureType;

  constructor(type: JobFailureType, message: string) {
    super(message);
    this.type = type;
  }
}

/** An attempt that is made again. */
export class JobRetry extends Error {
  override readonly name = 'JobRetry';
  /** Time until the next attempt, in milliseconds. Absent: as the Retry Policy says. */
  readonly afterMs: number | undefined;

  constructor(message: string, afterMs?: number) {
    super(message);
    this.afterMs = afterMs;
  }
}
