/** Reasons why there is no local Temporal Service. */
export const LocalTemporalErrorCode = {
  /** There is no usable Temporal CLI, and none could be installed. */
  cliNotFound: 'cliNotFound',
  /** A port for the dev server is taken. */
  portTaken: 'portTaken',
  /** The program that answers on the port is no Temporal Service. */
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
 * The error of this folder. Its message is for the person at the terminal: the problem, then advice. It can have
 * several lines, and needs no stack trace.
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
