/** Resources that several parts need, started one after another. */

/** Aborts at Ctrl-C, for as long as things are being started; what has started is stopped then. */
export function abortOnSignal(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(new Error('Stopped.'));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.once(name, abort);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, abort);
    },
  };
}

/** Starts one thing after another, and stops what has started, last first, when one cannot. */
export class Startup {
  readonly stops: (() => Promise<void>)[] = [];

  started<T>(value: T, stop: () => Promise<void>): T {
    this.stops.unshift(stop);
    return value;
  }

  async undo(): Promise<void> {
    for (const stop of this.stops) await stop();
  }
}
