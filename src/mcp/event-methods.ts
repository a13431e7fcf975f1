/** The methods of MCP Events (SEP-3415). They are the same in every generation that has them. */
import type { Caller } from '../core/person/caller.js';
import type { JsonRpcErrorObject } from '../core/tool/tool-result.js';
import type { Events } from '../service/events/event-service.js';

import type { Method } from './method.js';

/** The method whose answer is a stream. */
export const EVENT_STREAM_METHOD = 'events/stream';
/** The names of all methods of events. */
export type EventMethodName =
  | 'events/list'
  | 'events/poll'
  | typeof EVENT_STREAM_METHOD
  | 'events/subscribe'
  | 'events/unsubscribe';

/** Key in `_meta` of every message of a stream: the ID of the request that opened it. */
const SUBSCRIPTION_ID_META_KEY = 'io.modelcontextprotocol/subscriptionId';

/** The parts of a request that these methods use. */
export interface EventContext {
  readonly caller: Caller;
  readonly requestId: string | number;
  /** Fires when the client withdraws the request or goes away. */
  readonly signal: AbortSignal;
  /** Sends a notification before the answer. Resolves when the client can take more. */
  readonly notify: (message: {
    readonly method: string;
    readonly params: Record<string, unknown>;
  }) => Promise<void>;
}

/**
 * Binds the methods to the events of a server.
 *
 * @param toError The generation's conversion of a thrown value.
 */
export function createEventMethods(
  events: Events,
  toError: (error: unknown) => JsonRpcErrorObject,
): Readonly<Record<EventMethodName, Method<EventContext>>> {
  return {
    'events/list': async (params, { caller }) => Promise.resolve(events.list(params, caller)),

    'events/poll': async (params, { caller }) => events.poll(params, caller),

    'events/subscribe': async (params, { caller }) => events.subscribe(params, caller),

    'events/unsubscribe': async (params, { caller }) => events.unsubscribe(params, caller),

    async 'events/stream'(params, { caller, requestId, signal, notify }) {
      const stream = await events.openStream(params, caller);
      const meta = { [SUBSCRIPTION_ID_META_KEY]: requestId };
      await stream.run({
        signal,
        toError,
        send: async ({ method, params: shown }) =>
          notify({ method, params: { ...shown, _meta: meta } }),
      });
      return { _meta: meta };
    },
  };
}
