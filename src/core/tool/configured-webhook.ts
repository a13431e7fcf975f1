export const WEBHOOK_EVENTS = ['task.finished', 'task.input_required'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** An endpoint that gets events of a tool's tasks, for all owners. */
export interface ConfiguredWebhook {
  readonly url: string;
  /** The signing secrets, each `whsec_` and base64. Every message has a signature by each. */
  readonly secrets: readonly string[];
  readonly events: readonly WebhookEvent[];
  /** Headers of every message, by name. Default: no headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Messages name the task's owner. Default: false. */
  readonly tellOwner?: boolean | undefined;
  /** Messages have the texts of questions. Default: false. */
  readonly tellQuestions?: boolean | undefined;
  /** The URL may point into a private network, or use `http` to a loopback address. Default: false. */
  readonly internalAddresses?: boolean | undefined;
}
