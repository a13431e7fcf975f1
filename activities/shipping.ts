import { ApplicationFailure } from '@temporalio/activity';

import { referenceFor } from './reference.js';
import { simulateWork } from './simulate-work.js';

/** Input of {@link shipOrder}. */
export interface ShipOrderInput {
  /** Repeated calls with the same key return the same tracking number. */
  idempotencyKey: string;
  /** The simulated courier delivers to every address except `nowhere`. */
  address: string;
  /** Time until the courier collects the parcel, in milliseconds. */
  durationMs: number;
}

/**
 * Waits for the courier to collect the parcel and returns the tracking number. Idempotent by key.
 *
 * Can be cancelled until the parcel is collected.
 *
 * @throws {ApplicationFailure} type `UndeliverableAddress`, not retryable.
 */
export async function shipOrder(input: ShipOrderInput): Promise<string> {
  if (input.address === 'nowhere') {
    throw ApplicationFailure.nonRetryable(
      `The courier does not deliver to ${input.address}`,
      'UndeliverableAddress',
    );
  }
  await simulateWork(input.durationMs);
  return referenceFor('trk', input.idempotencyKey);
}
