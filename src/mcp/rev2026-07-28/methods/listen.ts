/** `subscriptions/listen`: a standing request. It tells its client about tasks until one side ends it. */
import { isSpecType } from '@modelcontextprotocol/server';

import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import type { Exchange } from '../../../core/request/exchange.js';
import { isRecord } from '../../../core/value/is-record.js';
import { linkSignal } from '../../../core/value/linked-signal.js';
import { invalidParams } from '../../../core/value/request-params.js';
import type { GenerationOptions } from '../../generation.js';
import { logFailure } from '../../log-failure.js';
import { CANCELLED_METHOD } from '../../open-exchanges.js';
import type { Row } from '../request/exchange.js';
import { parseSubscribedTaskIds } from '../wire/from-wire.js';
import type { WireDetailedTask } from '../wire/to-wire.js';

import { requireTasks } from './require-capability.js';
import { findWatchable, watchTasks } from './watch-tasks.js';

const LISTEN_METHOD = 'subscriptions/listen';
/** First message of every subscription. */
const ACKNOWLEDGED_METHOD = 'notifications/subscriptions/acknowledged';
/** Key in `_meta` of every message of a subscription: the ID of the request that opened it. */
const SUBSCRIPTION_ID_META_KEY = 'io.modelcontextprotocol/subscriptionId';
/** Maximum number of subscriptions, to limit memory. The server's limits apply to each principal's subscriptions. */
const MAX_SUBSCRIPTIONS = 16_384;

export interface SubscriptionOptions extends Pick<GenerationOptions, 'tasks' | 'tools' | 'logger'> {
  /** Maximum number of concurrent subscriptions. Default: 16,384. */
  readonly maxSubscriptions?: number | undefined;
}

/** Returns the task IDs of a subscription's filter; `undefined` if it names no tasks. */
function parseFilter({ client }: Exchange, params: unknown): readonly string[] | undefined {
  const filter = isRecord(params) ? params['notifications'] : undefined;
  if (!isSpecType.SubscriptionFilter(filter)) {
    throw invalidParams("'notifications' is required and must be a valid SubscriptionFilter");
  }
  const namesTasks = 'taskIds' in filter && filter.taskIds !== undefined;
  if (namesTasks) requireTasks(client);
  return parseSubscribedTaskIds(params);
}

/** Resolves when the client leaves the subscription, or the server drains. */
async function untilLeft({ signal, stand }: Exchange): Promise<void> {
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
 * Tells a client about changes until the subscription ends. Resolves with true if it ends because its tasks can no
 * longer be watched.
 */
async function tell(
  exchange: Exchange,
  taskIds: readonly string[],
  meta: object,
  options: SubscriptionOptions,
): Promise<boolean> {
  const { logger } = options;
  const { signal, end, release } = linkSignal(exchange.signal);
  const left = untilLeft(exchange).then(() => false);
  const push = async (task: WireDetailedTask): Promise<void> =>
    exchange.send({ method: 'notifications/tasks', params: { ...task, _meta: meta } });
  const watch = async (): Promise<boolean> => {
    try {
      await watchTasks({ ...exchange, signal }, taskIds, options, push);
    } catch (error) {
      if (!signal.aborted) {
        logFailure(logger, LISTEN_METHOD, error);
        return true;
      }
    }
    // All tasks have ended.
    return left;
  };
  const hasFailed = await Promise.race([left, watch()]);
  end();
  release();
  return hasFailed;
}

export function createListen(options: SubscriptionOptions): Row {
  const { tasks, maxSubscriptions = MAX_SUBSCRIPTIONS } = options;
  let open = 0;

  const listen = async (
    exchange: Exchange,
    named: readonly string[] | undefined,
  ): Promise<object> => {
    const { id: requestId, send } = exchange;
    const isShared = exchange.headers === undefined;
    const taskIds = named && (await findWatchable(tasks, exchange, named));
    if (exchange.signal.aborted) return {};
    const meta = { [SUBSCRIPTION_ID_META_KEY]: requestId };
    const notifications = { taskIds };
    void send({ method: ACKNOWLEDGED_METHOD, params: { notifications, _meta: meta } });
    // Without a subject, a stream ends. On a shared connection, the request stays open.
    if (!taskIds && !isShared) return { _meta: meta };
    const hasFailed = await tell(exchange, taskIds ?? [], meta, options);
    // On stdio, this notification comes before the end, since there is no stream to close (Cancellation ›
    // Server-Initiated).
    if (hasFailed && isShared) {
      const reason = 'The tasks can no longer be watched: subscribe again.';
      void send({ method: CANCELLED_METHOD, params: { requestId, reason } });
    }
    return { _meta: meta };
  };

  return {
    name: LISTEN_METHOD,
    subject: 'none',
    scopes: 'ofServer',
    streams: 'standing',
    isCacheable: false,
    async run(exchange, params) {
      const filter = parseFilter(exchange, params);
      if (open >= maxSubscriptions) {
        throw new TaskError(TaskErrorCode.busy, 'Subscription limit reached');
      }
      open += 1;
      try {
        return await listen(exchange, filter);
      } finally {
        open -= 1;
      }
    },
  };
}
