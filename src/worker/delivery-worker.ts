import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ApplicationFailure, Context } from '@temporalio/activity';
import type { WorkerOptions } from '@temporalio/worker';

import type { DeliveryActivities } from '../core/event/event-delivery.js';
import { type Delivery, DeliveryRetryError } from '../service/events/delivery.js';

/** Subscriptions that one process serves: each waits all the time. */
const MAX_WAITS = 2_000;
/** Deliveries beside them: each ends within seconds. With more subscriptions, waits would take their places as well. */
const MAX_DELIVERIES = 500;
/** Three within the time after which a wait counts as lost: thousands of them are calls to Temporal. */
const HEARTBEAT_MS = 10_000;

type Delivers = Pick<Delivery, 'watchEvents' | 'postEvent'>;

/** The Activities of subscriptions, as Temporal takes them. Their failures name only the kind of failure. */
export function createDeliveryActivities(delivery: Delivers): DeliveryActivities {
  return {
    async watchEvents(input) {
      const context = Context.current();
      const heartbeat = setInterval(() => {
        context.heartbeat();
      }, HEARTBEAT_MS);
      try {
        return await delivery.watchEvents(input, context.cancellationSignal);
      } finally {
        clearInterval(heartbeat);
      }
    },

    async postEvent(input) {
      try {
        return await delivery.postEvent(input, Context.current().info.attempt);
      } catch (error) {
        if (!(error instanceof DeliveryRetryError)) throw error;
        const { reason, retryAfterMs } = error;
        throw ApplicationFailure.create({
          message: reason,
          type: reason,
          ...(retryAfterMs !== undefined && { nextRetryDelay: retryAfterMs }),
        });
      }
    },
  };
}

/** Options of a Worker that delivers events: this package's Workflow and Activities, on their Task Queue. */
export function deliveryWorkerOptions(
  delivery: Delivers,
  taskQueue: string,
): Pick<WorkerOptions, 'taskQueue' | 'maxConcurrentActivityTaskExecutions'> & {
  readonly workflowsPath: string;
  readonly activities: object;
} {
  return {
    taskQueue,
    workflowsPath: fileURLToPath(
      new URL(`./system-workflows/index${extname(import.meta.url)}`, import.meta.url),
    ),
    activities: createDeliveryActivities(delivery),
    maxConcurrentActivityTaskExecutions: MAX_WAITS + MAX_DELIVERIES,
  };
}
