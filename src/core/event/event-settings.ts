import type { WebhookSettings } from './webhook.js';

/**
 * The source of the error numbers of events: the design sketch, which the only hosted client documents, or the draft
 * of the SEP.
 */
export type EventErrorCodes = 'sketch' | 'sep';

/** Switched-on parts of MCP Events. */
export interface EventSettings {
  /** Offers `task.status_changed`. Default: false. */
  readonly statusChanged?: boolean | undefined;
  /** Source of the error numbers. Default: `sketch`. */
  readonly errorCodes?: EventErrorCodes | undefined;
  /** Also declares `capabilities.events` beside the extension. Default: true, since shipped clients read only that. */
  readonly topLevelCapability?: boolean | undefined;
  /** Endpoints to which events may be delivered. Default: none. */
  readonly webhooks?: WebhookSettings | undefined;
}
