import { linkSignal } from './linked-signal.js';

/** A signal with an end of its own. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Releases the timer and the given signal, once no listener is left. */
  readonly release: () => void;
}

/**
 * A signal that fires when another one does, or after a while. It stands in for `AbortSignal.any` with
 * `AbortSignal.timeout`: nothing holds on to that timeout, so Node.js 20 may collect it as garbage, and it never fires.
 */
export function startDeadline(afterMs: number, given: AbortSignal): Deadline {
  const { signal, end, release } = linkSignal(given);
  const timer = setTimeout(() => {
    end(new Error(`${afterMs} ms have passed.`));
  }, afterMs);
  return {
    signal,
    release: () => {
      clearTimeout(timer);
      release();
    },
  };
}
