import type { Implementation, JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

import type { Identity } from '../../../core/person/caller.js';

import { ListenConnection } from './listen-connection.js';
import { CANCELLED_METHOD } from './listen-messages.js';
import {
  asListenRequest,
  type ListenRequest,
  type SubscriptionOptions,
} from './task-subscription.js';
import { reportError, wrapTransport } from './wrap-transport.js';

/** What subscriptions need, and whose they are. */
export interface ListenTransportOptions extends SubscriptionOptions {
  readonly identity: Identity;
  /** How the server introduces itself where it ends a subscription. */
  readonly serverInfo: Implementation;
}

/** What ends a subscription from the client's side. */
function cancelledId(message: JSONRPCMessage): unknown {
  return 'method' in message && message.method === CANCELLED_METHOD
    ? message.params?.['requestId']
    : undefined;
}

/**
 * A connection on which subscriptions may name tasks. What the SDK does not know of, the tasks, is added to its
 * acknowledgment and goes out between its own messages.
 */
export function withTaskSubscriptions(
  inner: Transport,
  options: ListenTransportOptions,
): Transport {
  const onError = (error: unknown): void => {
    reportError(inner, error);
  };
  const connection = new ListenConnection({
    ...options,
    onError,
    send: async (message) => inner.send(message),
    receive: (message) => wrapped.onmessage?.(message),
  });
  /** Requests whose tasks are being looked up, the last one of each ID. */
  const preparing = new Map<unknown, ListenRequest>();
  let last = Promise.resolve();
  /** Does something once all that came before has been done. */
  const inOrder = (act: () => Promise<void> | void): void => {
    last = last.then(act).catch(onError);
  };

  const wrapped = wrapTransport(inner, {
    onMessage(message, pass) {
      const passOn = (): void => {
        connection.end(cancelledId(message));
        pass(message);
      };
      const request = asListenRequest(message);
      if (request) {
        preparing.set(request.id, request);
        inOrder(async () => {
          const isAdmitted = await connection.admit(request).finally(() => {
            if (preparing.get(request.id) === request) preparing.delete(request.id);
          });
          if (isAdmitted) passOn();
        });
        return;
      }
      // A cancellation must not overtake what it cancels; nothing else has to wait for look-ups.
      if (preparing.has(cancelledId(message))) inOrder(passOn);
      else passOn();
    },
    async onSend(message, pass) {
      if (await connection.acknowledge(message)) return;
      // A reply to the request itself: it was refused, or the subscription has ended.
      if ('id' in message && !('method' in message)) connection.end(message.id);
      await pass(message);
    },
    onClose() {
      connection.endAll();
    },
  });
  return wrapped;
}
