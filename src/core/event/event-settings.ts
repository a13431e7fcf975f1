import type { WebhookSettings } from './webhook.js';

/**
 * Whose numbers the errors of events have: those of the design sketch, which the only hosted client documents, or those of
 * the draft of the SEP.
 */
export type EventErrorCodes = 'sketch' | 'sep';

/** What of events is switched on. */
export interface EventSettings {
  /** Whether `task.status_changed` is among them. Default: false. */
  readonly statusChanged?: boolean | undefined;
  /** Whose error numbers go out. Default: `sketch`. */
  readonly errorCodes?: EventErrorCodes | undefined;
  /**
   * Whether `capabilities.events` stands beside the extension, where there are extensions. Default: true: clients that ship read
   * only that.
   */
  readonly topLevelCapability?: boolean | undefined;
  /** Which endpoints events may be brought to. Default: none. */
  readonly webhooks?: WebhookSettings | undefined;
}
