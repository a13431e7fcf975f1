import type { WebhookSettings } from './webhook.js';

/** Switched-on parts of MCP Events. */
export interface EventSettings {
  /** Offers `task.status_changed`. Default: false. */
  readonly statusChanged?: boolean | undefined;
  /** Endpoints to which events may be delivered. Default: none. */
  readonly webhooks?: WebhookSettings | undefined;
}
