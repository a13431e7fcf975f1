/** What the commands for tasks end with. Released numbers do not change. */
export const ExitCode = {
  /** What was asked for has been done; a watched task has completed. */
  done: 0,
  error: 1,
  /** The command line says something that cannot be meant. */
  usage: 2,
  /** The watched task has failed, or its result says that it is an error. */
  taskFailed: 3,
  taskCancelled: 4,
  /** The watched task asks something, and there is nobody at a terminal. */
  needsAnswer: 5,
  /** Ctrl-C, as shells tell it: 128 and the number of the signal. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The command line says something that cannot be meant, in words for whoever wrote it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a process ends with that could not do what it was asked. */
export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof UsageError ? ExitCode.usage : ExitCode.error;
}
