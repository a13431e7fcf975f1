import type { Caller } from '../../../core/person/caller.js';
import { hasChangedFor } from '../../../service/calls/tool-changes.js';
import { logFailure } from '../../log-failure.js';
import type { TasksBinding } from '../binding.js';

const METHOD = 'notifications/tools/list_changed';

/** An open stream to a client. */
export interface ToldStream {
  /**
   * Returns the stream's current caller: `undefined` before its client has initialized; `anybody` if each request
   * names its caller.
   */
  readonly callerOf: () => Caller | 'anybody' | undefined;
  readonly send: (message: {
    readonly method: string;
    readonly params: Record<string, never>;
  }) => Promise<unknown>;
}

/**
 * Tells a client on an open stream about changes of its tools (Tools › List Changed Notification).
 *
 * @returns A function that ends the notifications.
 */
export function tellToolChanges(
  { toolChanges, logger }: Pick<TasksBinding, 'toolChanges' | 'logger'>,
  { callerOf, send }: ToldStream,
): () => void {
  const unsubscribe = toolChanges?.subscribe((change) => {
    const caller = callerOf();
    if (!caller || (caller !== 'anybody' && !hasChangedFor(change, caller))) return;
    send({ method: METHOD, params: {} }).catch((error: unknown) => {
      logFailure(logger, METHOD, error);
    });
  });
  return unsubscribe ?? (() => undefined);
}
