/** Why no local Temporal Service could be had. */
export const LocalTemporalErrorCode = {
  /** There is no usable Temporal CLI, and none could be installed. */
  cliNotFound: 'cliNotFound',
  /** A port that the dev server was to listen on is taken. */
  portTaken: 'portTaken',
  /** Something answers on the port, but it is no Temporal Service. */
  notTemporal: 'notTemporal',
  /** The Temporal Service that is already running has no such namespace. */
  namespaceMissing: 'namespaceMissing',
  /** The dev server ended early, or was not ready in time. */
  startFailed: 'startFailed',
  /** The dev server's process outlived SIGKILL. */
  stopFailed: 'stopFailed',
} as const;
export type LocalTemporalErrorCode =
  (typeof LocalTemporalErrorCode)[keyof typeof LocalTemporalErrorCode];

/**
 * The error of this folder. Its message is written for the person at the terminal: what happened, then
 * what to do. It can have several lines, and needs no stack trace beside it.
 */
export class LocalTemporalError extends Error {
  override readonly name = 'LocalTemporalError';
  readonly code: LocalTemporalErrorCode;

  constructor(code: LocalTemporalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Returns true for a {@link LocalTemporalError}, also of another copy of this package. */
export function isLocalTemporalError(value: unknown): value is LocalTemporalError {
  return (
    value instanceof Error &&
    value.name === 'LocalTemporalError' &&
    'code' in value &&
    typeof value.code === 'string' &&
    value.code in LocalTemporalErrorCode
  );
}
