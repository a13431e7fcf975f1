import { ApplicationFailure, log, sleep } from '@temporalio/activity';

import { referenceFor } from './reference.js';

/** One line of an order. */
export interface OrderItem {
  /** The simulated warehouse has every SKU except `sold-out`. */
  sku: string;
  /** Number of pieces; a positive integer. */
  quantity: number;
  /** Price of one piece, in cents. */
  unitPriceCents: number;
}

/** Input of {@link reserveInventory}. */
export interface ReserveInventoryInput {
  /** Repeated calls with the same key return the same reservation. */
  idempotencyKey: string;
  items: OrderItem[];
  /** Duration of the warehouse's answer, in milliseconds. */
  durationMs: number;
}

/** Input of {@link releaseInventory}. */
export interface ReleaseInventoryInput {
  /** The idempotency key of the reservation. */
  idempotencyKey: string;
}

/**
 * Sets the items aside and returns the reservation's ID. Idempotent by key.
 *
 * @throws {ApplicationFailure} type `OutOfStock`, not retryable, when an item is sold out.
 */
export async function reserveInventory(input: ReserveInventoryInput): Promise<string> {
  await sleep(input.durationMs);
  const missing = input.items.find((item) => item.sku === 'sold-out');
  if (missing) {
    throw ApplicationFailure.nonRetryable(`Item ${missing.sku} is out of stock`, 'OutOfStock');
  }
  return referenceFor('res', input.idempotencyKey);
}

/** Releases the reservation of a key. If no reservation exists, it does nothing. Idempotent. */
export function releaseInventory(input: ReleaseInventoryInput): Promise<void> {
  log.info('Released the reservation', { idempotencyKey: input.idempotencyKey });
  return Promise.resolve();
}
