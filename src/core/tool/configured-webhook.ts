import type { WebhookEvent } from '../../definition/event.js';
import type { Scope } from '../mapping/expression.js';

/** The body of messages in a form of the endpoint's own. */
export interface WebhookBody {
  /** It reads `$question`, so each question has a message of its own. */
  readonly isOfQuestion: boolean;
  /** @returns The JSON value, and the expressions without a value. */
  readonly fill: (
    scope: Scope,
  ) => Promise<{ readonly value: unknown; readonly missing: readonly string[] }>;
}

/** An endpoint that gets events of a tool's tasks, for all owners. */
export interface ConfiguredWebhook {
  readonly url: string;
  /** The signing secrets, each `whsec_` and base64. Every message has a signature by each. Empty: none has one. */
  readonly secrets: readonly string[];
  readonly events: readonly WebhookEvent[];
  /** Time for which a question must be open before the endpoint is called about it, in milliseconds. Absent: none. */
  readonly afterMs?: number | undefined;
  /** Makes the message. Absent: the event is the message. */
  readonly body?: WebhookBody | undefined;
  /** Headers of every message, by name. Default: no headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Messages name the task's owner. Default: false. */
  readonly tellOwner?: boolean | undefined;
  /** Messages have the texts of questions. Default: false. */
  readonly tellQuestions?: boolean | undefined;
  /** The URL may point into a private network, or use `http` to a loopback address. Default: false. */
  readonly internalAddresses?: boolean | undefined;
}
