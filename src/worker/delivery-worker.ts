import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ApplicationFailure, Context } from '@temporalio/activity';
import type { WorkerOptions } from '@temporalio/worker';

import type { DeliveryActivities } from '../core/event/event-delivery.js';
import { type Delivery, DeliveryRetryError } from '../service/events/delivery.js';

/** Maximum number of subscriptions of a process. Each has an Activity that waits all the time. */
const MAX_WAITS = 2_000;
/**
 * Maximum number of concurrent deliveries, each a few seconds long. With more subscriptions than allowed, waits take
 * these places, too.
 */
const MAX_DELIVERIES = 500;
/**
 * Three heartbeats within the heartbeat timeout. A shorter interval means too many calls to Temporal with thousands of
 * waits.
 */
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
