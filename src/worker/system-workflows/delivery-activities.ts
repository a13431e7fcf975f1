/** The Activities of a subscription, and how long each may take. */
import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';

import type { DeliveryActivities } from '../../core/event/event-delivery.js';

/** Duration of a wait for events, in milliseconds. Each wait adds six events to the history. */
export const WATCH_MS = 5 * 60_000;
/** 2, 14, 98 and 600 seconds: five attempts in twelve minutes, and longer where no Worker is there to make them. */
export const MAX_ATTEMPTS = 5;

/** Waits for events, again for as long as it fails. Ends at once when it is cancelled. */
export const { watchEvents } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: WATCH_MS + 60_000,
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** Brings one event. Fails when its last attempt has. */
export const { postEvent } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '20 seconds',
  retry: {
    initialInterval: '2 seconds',
    backoffCoefficient: 7,
    maximumInterval: '10 minutes',
    maximumAttempts: MAX_ATTEMPTS,
  },
});

/** Control messages are worth little effort: a client that has never heard of them refuses them. */
export const { postEvent: postControl } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '2 seconds', maximumAttempts: 2 },
});
