import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

import { isRecord } from '../../core/is-record.js';
import { LOCAL_OWNER } from '../../core/owner.js';

import type { TasksBindingOptions } from './binding-options.js';
import { PROTOCOL_VERSION_META_KEY } from './check-requests.js';
import { type ServerIdentity, toServerInfo } from './create-server.js';
import { parseSubscribedTaskIds } from './from-wire.js';
import { toJsonRpcError } from './json-rpc-error.js';
import {
  CANCELLED_METHOD,
  LISTEN_METHOD,
  readAcknowledgment,
  type RequestId,
  toAcknowledgment,
  toCancellation,
  toListenResult,
  toTaskNotification,
} from './listen-messages.js';
import { CLIENT_CAPABILITIES_META_KEY, capabilitiesOf, logFailure } from './register-methods.js';
import { requireTasks } from './require-capability.js';
import { findWatchable, watchTasks } from './watch-tasks.js';

/** What of the options subscriptions need. */
export interface ListenOptions extends Pick<TasksBindingOptions, 'tasks' | 'toOwner' | 'logger'> {
  /** How the server introduces itself where it ends a subscription. */
  readonly identity: ServerIdentity;
}

/** A subscription on its way: the SDK has yet to acknowledge it, or has done so. */
interface Subscription {
  readonly taskIds: readonly string[];
  readonly stop: AbortController;
  readonly watch: () => void;
}

interface Listen {
  readonly id: RequestId;
  readonly params: Record<string, unknown>;
}

/** Whether an envelope says what has to be known here. Where it does not, the SDK says what is wrong with it. */
function isEnvelope(meta: unknown): boolean {
  return (
    isRecord(meta) &&
    isRecord(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    typeof meta[PROTOCOL_VERSION_META_KEY] === 'string'
  );
}

/** A request for a subscription to tasks; `undefined` for any other message. */
function asListen(message: JSONRPCMessage): Listen | undefined {
  if (!('method' in message) || message.method !== LISTEN_METHOD || !('id' in message)) {
    return undefined;
  }
  const { params } = message;
  const notifications = isRecord(params) ? params['notifications'] : undefined;
  if (!isRecord(params) || !isRecord(notifications) || !isEnvelope(params._meta)) {
    return undefined;
  }
  return notifications['taskIds'] === undefined ? undefined : { id: message.id, params };
}

/** What ends a subscription from the client's side. */
function cancelledId(message: JSONRPCMessage): unknown {
  return 'method' in message && message.method === CANCELLED_METHOD
    ? message.params?.['requestId']
    : undefined;
}

/**
 * A connection on which subscriptions may name tasks. The SDK checks, acknowledges and ends them; what it does not
 * know of, the tasks, is added to its acknowledgment and goes out between its own messages.
 */
export function withTaskSubscriptions(inner: Transport, options: ListenOptions): Transport {
  const { tasks, toOwner = () => LOCAL_OWNER, logger, identity } = options;
  const subscriptions = new Map<unknown, Subscription>();
  /** Requests whose tasks are being looked up, the last one of each ID. */
  const preparing = new Map<unknown, Listen>();
  let last = Promise.resolve();

  const end = (id: unknown): void => {
    subscriptions.get(id)?.stop.abort();
    subscriptions.delete(id);
  };

  const report = (error: unknown): void => {
    inner.onerror?.(error instanceof Error ? error : new Error(String(error)));
  };

  /** Does something once all that came before has been done. */
  const inOrder = (act: () => Promise<void> | void): void => {
    last = last.then(act).catch(report);
  };

  /** Ends a subscription from the server's side. The SDK comes first: it is to send nothing of it any more. */
  const close = async (id: RequestId): Promise<void> => {
    end(id);
    const cancellation = toCancellation(id);
    wrapped.onmessage?.(cancellation);
    await inner.send(cancellation);
    await inner.send(toListenResult(id, toServerInfo(identity)));
  };

  const prepare = async ({ id, params }: Listen): Promise<void> => {
    const client = capabilitiesOf(params['_meta']);
    requireTasks(client);
    const wanted = parseSubscribedTaskIds(params) ?? [];
    end(id);
    const owner = await toOwner({ authInfo: undefined });
    const taskIds = await findWatchable(tasks, owner, wanted);
    const stop = new AbortController();
    const watch = (): void => {
      const push = async (task: Parameters<typeof toTaskNotification>[1]): Promise<void> =>
        inner.send(toTaskNotification(id, task));
      watchTasks({ tasks, owner, client, taskIds, signal: stop.signal, push }).catch(
        (error: unknown) => {
          if (stop.signal.aborted) return;
          logFailure(logger, LISTEN_METHOD, error);
          close(id).catch(report);
        },
      );
    };
    subscriptions.set(id, { taskIds, stop, watch });
  };

  /** Prepares a subscription. @returns Whether the SDK is to see its request; otherwise it has been refused. */
  const admit = async (listen: Listen): Promise<boolean> => {
    try {
      await prepare(listen);
      return true;
    } catch (error) {
      logFailure(logger, LISTEN_METHOD, error);
      const { code, message, data } = toJsonRpcError(error);
      const wire = { code, message, ...(data !== undefined && { data }) };
      await inner.send({ jsonrpc: '2.0', id: listen.id, error: wire });
      return false;
    } finally {
      if (preparing.get(listen.id) === listen) preparing.delete(listen.id);
    }
  };

  const wrapped: Transport = {
    async start() {
      inner.onmessage = (message, extra) => {
        const pass = (): void => {
          end(cancelledId(message));
          wrapped.onmessage?.(message, extra);
        };
        const listen = asListen(message);
        if (listen) {
          preparing.set(listen.id, listen);
          inOrder(async () => {
            if (await admit(listen)) pass();
          });
          return;
        }
        // A cancellation must not overtake what it cancels; nothing else has to wait for look-ups.
        if (preparing.has(cancelledId(message))) inOrder(pass);
        else pass();
      };
      inner.onclose = () => {
        for (const id of [...subscriptions.keys()]) end(id);
        wrapped.onclose?.();
      };
      inner.onerror = (error) => wrapped.onerror?.(error);
      await inner.start();
    },

    async send(message, sendOptions) {
      const acknowledgment = readAcknowledgment(message);
      const subscription = subscriptions.get(acknowledgment?.id);
      if (acknowledgment && subscription) {
        const { id, honored } = acknowledgment;
        await inner.send(toAcknowledgment(id as RequestId, honored, subscription.taskIds));
        subscription.watch();
        return;
      }
      // A reply to the request itself: it was refused, or the subscription has ended.
      if ('id' in message && !('method' in message)) end(message.id);
      await inner.send(message, sendOptions);
    },

    close: async () => inner.close(),
  };
  return wrapped;
}
