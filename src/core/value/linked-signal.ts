/** A signal that fires with another one, or before it. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Fires it. Once it has fired, this does nothing. */
  readonly end: (reason?: unknown) => void;
  /** Releases the given signal, once no listener is left. */
  readonly release: () => void;
}

/**
 * Makes several signals that fire when another one does, which has to live no longer than they. Node.js warns of a leak where one signal has more than ten
 * listeners, as that of a stream of many tasks has.
 */
export function splitSignal(given: AbortSignal, count: number): readonly AbortSignal[] {
  const controllers = Array.from({ length: count }, () => new AbortController());
  const onAbort = (): void => {
    for (const controller of controllers) controller.abort(given.reason);
  };
  given.addEventListener('abort', onAbort);
  if (given.aborted) onAbort();
  return controllers.map(({ signal }) => signal);
}

/**
 * Makes a signal that fires when another one does, with its reason, or when it is ended. It stands in for `AbortSignal.any`, of which
 * Node.js 20 keeps so much that it is felt where thousands wait.
 */
export function linkSignal(given: AbortSignal): LinkedSignal {
  const controller = new AbortController();
  const onAbort = (): void => {
    controller.abort(given.reason);
  };
  given.addEventListener('abort', onAbort);
  if (given.aborted) onAbort();
  return {
    signal: controller.signal,
    end: (reason) => {
      controller.abort(reason);
    },
    release: () => {
      given.removeEventListener('abort', onAbort);
    },
  };
}
