/** Resources that several parts need, started one after another. */

/** Aborts at Ctrl-C during the start; the started parts are stopped then. */
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

/** Starts parts one after another. If one fails, it stops the started ones, last first. */
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
