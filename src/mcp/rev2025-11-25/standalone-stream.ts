import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/tasks.js';

import { type ClientStream, Courier } from './courier.js';
import { deliveriesOf } from './deliveries.js';
import type { Session } from './session.js';

/** What the stream shows, and until when. */
export interface StandaloneStreamOptions {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  /** Fires when the client has closed the stream. */
  readonly signal: AbortSignal;
}

/**
 * Shows a client, on the stream that it has opened with GET, what its owner's open tasks have to say. Needed by
 * clients that never open `tasks/result` before a task has ended. Resolves when the stream has closed.
 */
export async function serveStandaloneStream(
  { session, send }: { readonly session: Session; readonly send: ClientStream['send'] },
  { tasks, sealer, signal }: StandaloneStreamOptions,
): Promise<void> {
  const { owner, clientCapabilities: capabilities } = session;
  const couriers = new Map<string, Courier>();
  await tasks.watchAll(owner, {
    signal,
    onReading: async (task) => {
      const courier =
        couriers.get(task.taskId) ??
        new Courier(
          { capabilities, send },
          {
            tasks,
            sealer,
            deliveries: deliveriesOf(tasks),
            owner,
            namesTask: true,
            refuses: false,
          },
        );
      couriers.set(task.taskId, courier);
      await courier.deliver(task);
      if (task.outcome !== undefined) {
        courier.close();
        couriers.delete(task.taskId);
      }
    },
  });
  for (const courier of couriers.values()) courier.close();
}
