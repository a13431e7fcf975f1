/**
 * Errors of a task operation, independent of the protocol revision. Each generation maps them to JSON-RPC codes
 * (`wire/json-rpc-error.ts` of each revision).
 */
export const TaskErrorCode = {
  /**
   * The owner has no such task: it is unknown, another owner's, purged, or this server did not start it; or the ID is
   * malformed.
   */
  taskNotFound: 'taskNotFound',
  resourceNotFound: 'resourceNotFound',
  /** The owner's own task has ended and is no longer kept. */
  taskExpired: 'taskExpired',
  /** The task has already ended, so it cannot be cancelled. */
  taskTerminal: 'taskTerminal',
  /** A cursor that this server did not issue to this owner. */
  invalidCursor: 'invalidCursor',
  /** A request parameter of the wrong type or out of range. */
  invalidParams: 'invalidParams',
  unknownTool: 'unknownTool',
  /** The arguments do not fit the tool's input schema, or are too large. */
  invalidArguments: 'invalidArguments',
  /** An answer does not fit its question, which stays open. */
  invalidInput: 'invalidInput',
  taskRequired: 'taskRequired',
  taskForbidden: 'taskForbidden',
  /** The idempotency key was used before, with other arguments. */
  idempotencyConflict: 'idempotencyConflict',
  /** The call's Workflow ID is in use, and the tool allows neither a new start nor sharing in this case. */
  workflowIdInUse: 'workflowIdInUse',
  /** The caller went away or withdrew the request. */
  aborted: 'aborted',
  /** The Temporal Service cannot be reached or is too busy. The client should try again. */
  unavailable: 'unavailable',
  /** The server is overloaded. The client should try again later. */
  busy: 'busy',
  /** The server is stopping. Another process may answer at once, or this one after its restart. */
  closing: 'closing',
  /** The server's configuration is wrong (codec, namespace, permission). A repetition fails in the same way. */
  misconfigured: 'misconfigured',
  /** A message of Temporal is larger than its limit. A repetition fails in the same way. */
  tooLarge: 'tooLarge',
  /** The execution has had as many messages as Temporal allows. A repetition fails in the same way. */
  full: 'full',
  internal: 'internal',
} as const;
export type TaskErrorCode = (typeof TaskErrorCode)[keyof typeof TaskErrorCode];

export interface Violation {
  /** JSON Pointer of the offending place; `''` is the value as a whole. */
  readonly path: string;
  /** The problem as a phrase: "must be a number". */
  readonly message: string;
}

/**
 * A violation in words: "/amount must be a number".
 *
 * @param whole Names the value as a whole. Default: "it".
 */
export function describeViolation({ path, message }: Violation, whole = 'it'): string {
  return `${path === '' ? whole : path} ${message}`.trim();
}

export interface TaskErrorOptions {
  readonly cause?: unknown;
  readonly violations?: readonly Violation[] | undefined;
  readonly retryAfterMs?: number | undefined;
}

/**
 * The error type between core, Temporal and the generations.
 *
 * Its message is written for clients; its `cause` is never sent to them.
 */
export class TaskError extends Error {
  override readonly name = 'TaskError';
  readonly code: TaskErrorCode;
  readonly violations: readonly Violation[] | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: TaskErrorCode, message: string, options: TaskErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.violations = options.violations;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * Returns true for a {@link TaskError}, also from another copy of this package. It compares name and code, since
 * `instanceof` fails across copies and realms.
 */
export function isTaskError(value: unknown): value is TaskError {
  return (
    value instanceof Error &&
    value.name === 'TaskError' &&
    'code' in value &&
    typeof value.code === 'string' &&
    Object.hasOwn(TaskErrorCode, value.code)
  );
}

/** Returns true for a {@link TaskError} with one of the codes. */
export function hasCode(value: unknown, ...codes: readonly TaskErrorCode[]): value is TaskError {
  return isTaskError(value) && codes.includes(value.code);
}

/** Returns true if a task cannot be read, now or later. */
export function isTaskGone(value: unknown): boolean {
  return hasCode(value, TaskErrorCode.taskNotFound, TaskErrorCode.taskExpired);
}
