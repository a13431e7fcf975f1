/** A subscription to tasks, whatever it goes over: what is asked for, and what is pushed. */
import type { Logger } from '../../../core/logger.js';
import type { Caller, Identity } from '../../../core/person/caller.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { Params } from '../../../core/value/request-params.js';
import { logFailure } from '../../log-failure.js';
import { requireTasks } from '../methods/require-capability.js';
import { toCaller } from '../wire/client-capabilities.js';
import { CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY } from '../wire/envelope.js';
import { parseSubscribedTaskIds } from '../wire/from-wire.js';

import {
  LISTEN_METHOD,
  type Notification,
  type RequestId,
  toTaskNotification,
} from './listen-messages.js';
import { findWatchable, watchTasks } from './watch-tasks.js';

/** A request for a subscription to tasks. */
export interface ListenRequest {
  readonly id: RequestId;
  readonly params: Params;
}

/** Whose subscription to which tasks. */
export interface TaskSubscription {
  readonly id: RequestId;
  readonly caller: Caller;
  /** Tasks of the caller's, all of them. */
  readonly taskIds: readonly string[];
}

/** Where what changes of tasks comes from. */
export interface SubscriptionOptions {
  readonly tasks: Tasks;
  readonly logger?: Logger | undefined;
}

/** Where it goes, and until when. */
export interface SubscriptionSink {
  /** Resolves when the client can take more. */
  readonly send: (notification: Notification) => Promise<void>;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
  /** Called when the tasks cannot be watched any longer. */
  readonly onFailure: () => void;
}

/** Whether an envelope says what has to be known here. Where it does not, the SDK says what is wrong with it. */
function isEnvelope(meta: unknown): boolean {
  return (
    isRecord(meta) &&
    isRecord(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    typeof meta[PROTOCOL_VERSION_META_KEY] === 'string'
  );
}

/** A request for a subscription that names tasks; `undefined` for any other message, which is the SDK's alone. */
export function asListenRequest(message: unknown): ListenRequest | undefined {
  const { method, id, params } = isRecord(message) ? message : ({} as Params);
  const isRequest = typeof id === 'string' || typeof id === 'number';
  if (method !== LISTEN_METHOD || !isRequest || !isRecord(params)) return undefined;
  const { notifications, _meta: meta } = params;
  const namesTasks = isRecord(notifications) && notifications['taskIds'] !== undefined;
  return namesTasks && isEnvelope(meta) ? { id, params } : undefined;
}

/**
 * Looks up the tasks that a request names.
 *
 * @throws {JsonRpcError} -32021 when it does not declare the extension.
 * @throws {TaskError} `invalidParams` when it names them wrongly; `unavailable` when they cannot be looked up now.
 */
export async function prepareSubscription(
  { id, params }: ListenRequest,
  identity: Identity,
  { tasks }: SubscriptionOptions,
): Promise<TaskSubscription> {
  const caller = toCaller(identity, params['_meta']);
  requireTasks(caller);
  const named = parseSubscribedTaskIds(params) ?? [];
  return { id, caller, taskIds: await findWatchable(tasks, caller.owner, named) };
}

/** Sends each task as it is now, and then whenever it changes, until all have ended. Never rejects. */
export async function pushTasks(
  { id, caller, taskIds }: TaskSubscription,
  { send, signal, onFailure }: SubscriptionSink,
  { tasks, logger }: SubscriptionOptions,
): Promise<void> {
  try {
    const push = async (task: Parameters<typeof toTaskNotification>[1]): Promise<void> =>
      send(toTaskNotification(id, task));
    await watchTasks({ tasks, caller, taskIds, signal, push });
  } catch (error) {
    if (signal.aborted) return;
    logFailure(logger, LISTEN_METHOD, error);
    onFailure();
  }
}
