import type { ReadActivity } from '../activity/read-activity.js';

/** A caller who watches a task. */
export interface Subscriber {
  /** True if the task may have changed since the caller last looked. */
  changed: boolean;
  wake: (() => void) | undefined;
  /** The state that has woken it. Absent: unknown. */
  activity?: ReadActivity | undefined;
}

/**
 * Wakes the waits of these subscribers.
 *
 * @param activity The state of the Activity now. It is not kept for subscribers that read the task at the moment, since
 * they may have read a later one.
 */
export function wakeAll(subscribers: Iterable<Subscriber>, activity?: ReadActivity): void {
  for (const subscriber of subscribers) {
    subscriber.changed = true;
    subscriber.activity = subscriber.wake && activity;
    subscriber.wake?.();
  }
}

/**
 * Resolves when the subscriber is woken, or after a time and a turn.
 *
 * @throws The signal's reason.
 */
export async function untilWoken(
  subscriber: Subscriber,
  signal: AbortSignal,
  {
    refreshMs,
    turn,
  }: { readonly refreshMs: number | undefined; readonly turn: () => Promise<void> },
): Promise<void> {
  let onAbort: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      subscriber.wake = resolve;
      if (refreshMs !== undefined) timer = setTimeout(() => void turn().then(resolve), refreshMs);
      onAbort = () => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
  } finally {
    subscriber.wake = undefined;
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
