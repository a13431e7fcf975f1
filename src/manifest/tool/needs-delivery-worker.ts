import type { Manifest } from '../manifest.js';

/** Returns true if a manifest has events or webhooks that `deliver` has to deliver. */
export function needsDeliveryWorker({ events, webhooks = [] }: Manifest): boolean {
  return events?.webhooks !== undefined || webhooks.length > 0;
}
