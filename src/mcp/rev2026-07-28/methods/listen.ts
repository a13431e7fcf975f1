/** `subscriptions/listen`: a standing request. It tells its client about tasks until one side ends it. */
import { isSpecType } from '@modelcontextprotocol/server';

import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import type { Logger } from '../../../core/logger.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { asOwner } from '../../../core/task/viewer.js';
import { isRecord } from '../../../core/value/is-record.js';
import { linkSignal } from '../../../core/value/linked-signal.js';
import { invalidParams } from '../../../core/value/request-params.js';
import { logFailure } from '../../log-failure.js';
import { CANCELLED_METHOD } from '../../open-exchanges.js';
import { findWatchable, watchTasks } from '../streams/watch-tasks.js';
import { parseSubscribedTaskIds } from '../wire/from-wire.js';

import type { RequestContext, Row } from './request-context.js';
import { requireTasks } from './require-capability.js';

const LISTEN_METHOD = 'subscriptions/listen';
/** First message of every subscription. */
const ACKNOWLEDGED_METHOD = 'notifications/subscriptions/acknowledged';
/** Key in `_meta` of every message of a subscription: the ID of the request that opened it. */
const SUBSCRIPTION_ID_META_KEY = 'io.modelcontextprotocol/subscriptionId';
/** Maximum number of subscriptions, to limit memory. The server's limits apply to each principal's subscriptions. */
const MAX_SUBSCRIPTIONS = 16_384;

export interface ListenOptions {
  readonly tasks: Tasks;
  readonly logger?: Logger | undefined;
  /** Maximum number of concurrent subscriptions. Default: 16,384. */
  readonly maxSubscriptions?: number;
}

/** Returns the task IDs of a subscription's filter; `undefined` if it names no tasks. */
function parseFilter(params: unknown, { client }: RequestContext): readonly string[] | undefined {
  const filter = isRecord(params) ? params['notifications'] : undefined;
  if (!isSpecType.SubscriptionFilter(filter)) {
    throw invalidParams("'notifications' is required and must be a valid SubscriptionFilter");
  }
  const namesTasks = 'taskIds' in filter && filter.taskIds !== undefined;
  if (namesTasks) requireTasks(client);
  return parseSubscribedTaskIds(params);
}

/** Resolves when the client leaves the subscription, or the server drains. */
async function untilLeft({ signal, stand }: RequestContext): Promise<void> {
  await new Promise<void>((resolve) => {
    const leave = (): void => {
      resolve();
    };
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    stand(leave);
  });
}

/**
 * Sends a client news of its tasks until all of them have ended.
 *
 * @returns `false` if the tasks can no longer be watched.
 */
async function pushTasks(
  watch: Omit<Parameters<typeof watchTasks>[0], 'tasks'>,
  { tasks, logger }: ListenOptions,
): Promise<boolean> {
  try {
    await watchTasks({ tasks, ...watch });
    return true;
  } catch (error) {
    if (!watch.signal.aborted) logFailure(logger, LISTEN_METHOD, error);
    return watch.signal.aborted;
  }
}

/**
 * Tells a client about changes until the subscription ends. Resolves with true if it ends because its tasks can no
 * longer be watched.
 */
async function tell(
  taskIds: readonly string[],
  { context, meta }: { readonly context: RequestContext; readonly meta: object },
  options: ListenOptions,
): Promise<boolean> {
  const { caller, client, notify } = context;
  const { signal, end, release } = linkSignal(context.signal);
  const left = untilLeft(context).then(() => false);
  const pushing = pushTasks(
    {
      caller,
      client,
      taskIds,
      signal,
      push: async (task) =>
        notify({ method: 'notifications/tasks', params: { ...task, _meta: meta } }),
    },
    options,
  );
  const hasFailed = await Promise.race([left, pushing.then(async (isWell) => !isWell || left)]);
  end();
  release();
  return hasFailed;
}

export function createListen(options: ListenOptions): Row {
  const { tasks, maxSubscriptions = MAX_SUBSCRIPTIONS } = options;
  let open = 0;

  const listen = async (
    named: readonly string[] | undefined,
    context: RequestContext,
  ): Promise<object> => {
    const { caller, requestId, signal, notify, isShared } = context;
    const taskIds = named && (await findWatchable(tasks, asOwner(caller), named));
    if (signal.aborted) return {};
    const meta = { [SUBSCRIPTION_ID_META_KEY]: requestId };
    const notifications = { ...(taskIds && { taskIds }) };
    void notify({ method: ACKNOWLEDGED_METHOD, params: { notifications, _meta: meta } });
    // Without a subject, a stream ends. On a shared connection, the request stays open.
    if (!taskIds && !isShared) return { _meta: meta };
    const hasFailed = await tell(taskIds ?? [], { context, meta }, options);
    // On stdio, this notification comes before the end, since there is no stream to close (Cancellation ›
    // Server-Initiated).
    if (hasFailed && isShared) {
      const reason = 'The tasks can no longer be watched: subscribe again.';
      void notify({ method: CANCELLED_METHOD, params: { requestId, reason } });
    }
    return { _meta: meta };
  };

  return {
    name: LISTEN_METHOD,
    subject: 'none',
    scopes: 'ofServer',
    streams: 'standing',
    isCacheable: false,
    async run(params, context) {
      const filter = parseFilter(params, context);
      if (open >= maxSubscriptions) {
        throw new TaskError(TaskErrorCode.busy, 'Subscription limit reached');
      }
      open += 1;
      try {
        return await listen(filter, context);
      } finally {
        open -= 1;
      }
    },
  };
}
