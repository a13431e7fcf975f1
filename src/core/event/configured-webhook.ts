/** Endpoints that are told by configuration, without anybody's subscription. */

/** The events that such an endpoint may hear of. */
export const CONFIGURED_EVENTS = ['task.finished', 'task.input_required'] as const;
/** One of them. */
export type ConfiguredEvent = (typeof CONFIGURED_EVENTS)[number];

/** An endpoint that hears of the tasks of all owners. */
export interface ConfiguredWebhook {
  /** As it is posted to. */
  readonly url: string;
  /** What signs: `whsec_` and base64. */
  readonly secret: string;
  /** Of what it hears. */
  readonly events: readonly ConfiguredEvent[];
  /** Of which tools, by name. Absent: of all. */
  readonly tools?: readonly string[] | undefined;
  /** Headers of every message, by name. Default: none of its own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether it is told whose task it is. Default: false. */
  readonly tellOwner?: boolean | undefined;
  /** Whether it may be in a private network, or `http` to a loopback address. Default: false. */
  readonly internalAddresses?: boolean | undefined;
}

/** No owner of a task is called so: none begins with a control character. */
const OWNER_PREFIX = '\u0000webhooks of ';

/**
 * Whose the subscriptions are that a server's configuration makes.
 *
 * @param serverName Servers of other names leave them alone.
 */
export function toConfiguringOwner(serverName: string): string {
  return `${OWNER_PREFIX}${serverName}`;
}

/** Whether an owner is the configuration of a server, which hears of the tasks of all. */
export function isConfiguringOwner(owner: string): boolean {
  return owner.startsWith(OWNER_PREFIX);
}
