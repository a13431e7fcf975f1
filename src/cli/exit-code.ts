/** Exit codes of all commands (docs/commands.md). Released numbers do not change. */
export const ExitCode = {
  /** The command has done its work; a watched task has completed. */
  done: 0,
  error: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The watched task has failed, or its result says that it is an error. */
  taskFailed: 3,
  taskCancelled: 4,
  /** The watched task has a question, and there is no terminal. */
  needsAnswer: 5,
  /** Ctrl-C, as in shells: 128 plus the number of the signal. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Wrong usage of the command line, with a message for its caller. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The exit code for an error. */
export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof UsageError ? ExitCode.usage : ExitCode.error;
}
