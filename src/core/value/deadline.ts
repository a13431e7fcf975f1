import { linkSignal } from './linked-signal.js';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Fires the signal before its time. */
  readonly end: () => void;
  /** Releases the timer and the given signal, once no listener is left. */
  readonly release: () => void;
}

/**
 * A signal that fires with another one, or after a time. It replaces `AbortSignal.any` with `AbortSignal.timeout`:
 * Node.js 20 may collect that timeout as garbage, and it never fires.
 */
export function startDeadline(afterMs: number, source: AbortSignal): Deadline {
  const { signal, end, release } = linkSignal(source);
  const timer = setTimeout(() => {
    end(new Error(`${afterMs} ms have passed.`));
  }, afterMs);
  return {
    signal,
    end,
    release: () => {
      clearTimeout(timer);
      release();
    },
  };
}
