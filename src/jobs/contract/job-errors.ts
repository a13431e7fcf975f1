import type { JobFailureType, JobFaultKind } from './job-contract.js';

/** The end of a task. Another attempt does not mend it. Its message is for the owner of the task. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly type: JobFailureType;

  constructor(type: JobFailureType, message: string) {
    super(message);
    this.type = type;
  }
}

/** A fault of one call. The place of the job then decides how the task ends. */
export class JobFault extends Error {
  override readonly name = 'JobFault';
  readonly kind: JobFaultKind;

  constructor(kind: JobFaultKind, reason: string) {
    super(reason);
    this.kind = kind;
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
