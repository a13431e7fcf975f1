import { linkSignal } from './linked-signal.js';

/** A signal with an end of its own. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Lets go of the timer and of the given signal. To be called when nobody listens any more. */
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
