/** The Activities of a subscription, with their timeouts. */
import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';

import type { DeliveryActivities } from '../../core/event/event-delivery.js';

/** Duration of a wait for events, in milliseconds. Each wait adds six events to the history. */
export const WATCH_MS = 5 * 60_000;
/** Retries after 2, 14, 98 and 600 seconds: five attempts in twelve minutes, or longer if no Worker runs. */
export const MAX_ATTEMPTS = 5;

/** Waits for events, with unlimited retries. A cancellation ends it at once. */
export const { watchEvents } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: WATCH_MS + 60_000,
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** Delivers one event. Fails after its last attempt. */
export const { postEvent } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '20 seconds',
  retry: {
    initialInterval: '2 seconds',
    backoffCoefficient: 7,
    maximumInterval: '10 minutes',
    maximumAttempts: MAX_ATTEMPTS,
  },
});

/** Two attempts are enough for control messages: clients that do not know them refuse them. */
export const { postEvent: postControl } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '2 seconds', maximumAttempts: 2 },
});
