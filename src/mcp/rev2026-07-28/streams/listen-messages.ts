import type { Implementation, JSONRPCResultResponse } from '@modelcontextprotocol/server';

import { isRecord } from '../../../core/value/is-record.js';
import type { WireDetailedTask } from '../wire/to-wire.js';

/** Method that opens a subscription. */
export const LISTEN_METHOD = 'subscriptions/listen';
/** First message of every subscription. */
export const ACKNOWLEDGED_METHOD = 'notifications/subscriptions/acknowledged';
/** What ends a subscription on stdio, from either side. */
export const CANCELLED_METHOD = 'notifications/cancelled';
/** Key in `_meta` of every message of a subscription: the ID of the request that opened it. */
export const SUBSCRIPTION_ID_META_KEY = 'io.modelcontextprotocol/subscriptionId';

const SERVER_INFO_META_KEY = 'io.modelcontextprotocol/serverInfo';

/** A JSON-RPC ID as it stands in a message: 1 and "1" are two. */
export type RequestId = string | number;

/** A JSON-RPC notification, as it goes over the wire. */
export interface Notification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** The acknowledgment of a subscription with the tasks that it covers (Subscriptions › Acknowledgment). */
export function toAcknowledgment(
  id: RequestId,
  honored: Readonly<Record<string, unknown>>,
  taskIds: readonly string[],
): Notification {
  return {
    jsonrpc: '2.0',
    method: ACKNOWLEDGED_METHOD,
    params: {
      notifications: { ...honored, taskIds: [...taskIds] },
      _meta: { [SUBSCRIPTION_ID_META_KEY]: id },
    },
  };
}

/** A task as it is pushed: all that `tasks/get` would show now (Extension › Task Status Notifications). */
export function toTaskNotification(id: RequestId, task: WireDetailedTask): Notification {
  return {
    jsonrpc: '2.0',
    method: 'notifications/tasks',
    params: { ...task, _meta: { [SUBSCRIPTION_ID_META_KEY]: id } },
  };
}

/** The end of a subscription that the server ends (Subscriptions › Graceful Closure). */
export function toListenResult(id: RequestId, serverInfo: Implementation): JSONRPCResultResponse {
  return {
    jsonrpc: '2.0',
    id,
    result: {
      resultType: 'complete',
      _meta: { [SUBSCRIPTION_ID_META_KEY]: id, [SERVER_INFO_META_KEY]: serverInfo },
    },
  };
}

/** What precedes that end where there is no stream to close (Cancellation › Server-Initiated, on stdio). */
export function toCancellation(id: RequestId): Notification {
  return {
    jsonrpc: '2.0',
    method: CANCELLED_METHOD,
    params: { requestId: id, reason: 'The tasks cannot be watched any longer: subscribe again.' },
  };
}

/** What the SDK's own acknowledgment honors; `undefined` for any other message. */
export function readAcknowledgment(
  message: unknown,
): { readonly id: unknown; readonly honored: Record<string, unknown> } | undefined {
  if (!isRecord(message) || message['method'] !== ACKNOWLEDGED_METHOD) return undefined;
  const params = isRecord(message['params']) ? message['params'] : {};
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  const honored = isRecord(params['notifications']) ? params['notifications'] : {};
  return { id: meta[SUBSCRIPTION_ID_META_KEY], honored };
}
