import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ApplicationFailure, Context } from '@temporalio/activity';
import type { WorkerOptions } from '@temporalio/worker';

import type { DeliveryActivities } from '../core/event-delivery.js';
import { type Delivery, DeliveryRetryError } from '../events/delivery.js';

/** Waits and deliveries of one process. A subscription waits all the time, so this is how many it serves. */
const MAX_ACTIVITIES = 2_000;
const HEARTBEAT_MS = 5_000;

type Delivers = Pick<Delivery, 'watchEvents' | 'postEvent'>;

/** The Activities of subscriptions, as Temporal takes them. What they fail with says what kind of failure it is, and no more. */
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

/** What a Worker needs to deliver events: this package's own Workflow and its Activities, on their Task Queue. */
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
      new URL(`../system-workflows/index${extname(import.meta.url)}`, import.meta.url),
    ),
    activities: createDeliveryActivities(delivery),
    maxConcurrentActivityTaskExecutions: MAX_ACTIVITIES,
  };
}
