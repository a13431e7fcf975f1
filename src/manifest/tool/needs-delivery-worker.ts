import type { Manifest } from '../manifest.js';

/** Whether a manifest has anything that `deliver` brings to endpoints. */
export function needsDeliveryWorker({ events, webhooks = [] }: Manifest): boolean {
  return events?.webhooks !== undefined || webhooks.length > 0;
}
