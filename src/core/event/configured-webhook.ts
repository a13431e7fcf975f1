/** Webhooks of the configuration, which need no subscription of a client. */

/** The events that such a webhook can have. */
export const CONFIGURED_EVENTS = ['task.finished', 'task.input_required'] as const;
export type ConfiguredEvent = (typeof CONFIGURED_EVENTS)[number];

/** An endpoint that gets events of all owners' tasks. */
export interface ConfiguredWebhook {
  readonly url: string;
  /** The signing secret: `whsec_` and base64. */
  readonly secret: string;
  readonly events: readonly ConfiguredEvent[];
  /** Names of the tools. Absent: all tools. */
  readonly tools?: readonly string[] | undefined;
  /** Headers of every message, by name. Default: no headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Messages name the task's owner. Default: false. */
  readonly tellOwner?: boolean | undefined;
  /** The URL may point into a private network, or use `http` to a loopback address. Default: false. */
  readonly internalAddresses?: boolean | undefined;
}

/** Prefix of the owner of such webhooks. No task owner begins with a control character. */
const OWNER_PREFIX = '\u0000webhooks of ';

/**
 * The owner of the subscriptions that a server's configuration creates.
 *
 * @param serverName Name of the server. It ends only subscriptions under its own name.
 */
export function toConfiguringOwner(serverName: string): string {
  return `${OWNER_PREFIX}${serverName}`;
}

/** Returns true for the owner of configured webhooks, which get events of all owners' tasks. */
export function isConfiguringOwner(owner: string): boolean {
  return owner.startsWith(OWNER_PREFIX);
}
