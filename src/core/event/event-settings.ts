import type { WebhookSettings } from './webhook.js';

/** What of events is switched on. */
export interface EventSettings {
  /** Whether `task.status_changed` is among them. Default: false. */
  readonly statusChanged?: boolean | undefined;
  /** Which endpoints events may be brought to. Default: none. */
  readonly webhooks?: WebhookSettings | undefined;
}
