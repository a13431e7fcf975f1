import { ApplicationFailure, log, sleep } from '@temporalio/activity';

import { referenceFor } from './reference.js';

/** One line of an order. */
export interface OrderItem {
  /** What is ordered. The simulated warehouse has everything except `sold-out`. */
  sku: string;
  /** How many pieces; a positive integer. */
  quantity: number;
  /** Price of one piece, in cents. */
  unitPriceCents: number;
}

/** Input of {@link reserveInventory}. */
export interface ReserveInventoryInput {
  /** Same key, same reservation. */
  idempotencyKey: string;
  /** What to set aside. */
  items: OrderItem[];
  /** How long the warehouse takes to answer, in milliseconds. */
  durationMs: number;
}

/** Input of {@link releaseInventory}. */
export interface ReleaseInventoryInput {
  /** The key that the reservation was made with. */
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

/** Gives back what was reserved under a key; does nothing if nothing was. Idempotent. */
export function releaseInventory(input: ReleaseInventoryInput): Promise<void> {
  log.info('Released the reservation', { idempotencyKey: input.idempotencyKey });
  return Promise.resolve();
}
