/** Exit codes of all commands (docs/commands.md). Released numbers do not change. */
export const ExitCode = {
  done: 0,
  error: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Ctrl-C, as in shells: 128 plus the number of the signal. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
