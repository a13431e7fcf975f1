/** Receives one line of progress, without a line break. */
export type Report = (line: string) => void;

export interface ReportElapsedOptions {
  readonly report: Report;
  /** Makes the line from the whole seconds that have passed. */
  readonly toLine: (seconds: number) => string;
  /**
   * Milliseconds between two lines.
   * Default: 15,000: often enough to show life, seldom enough not to flood a log.
   */
  readonly everyMs?: number | undefined;
}

/** Runs something slow and reports at intervals that it still goes on. */
export async function reportElapsed<T>(
  options: ReportElapsedOptions,
  run: () => Promise<T>,
): Promise<T> {
  const startedAt = Date.now();
  const timer = setInterval(() => {
    options.report(options.toLine(Math.round((Date.now() - startedAt) / 1000)));
  }, options.everyMs ?? 15_000);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}
