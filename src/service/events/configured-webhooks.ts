/** Webhooks that the configuration names. The server starts, changes and ends them like subscriptions. */
import { type ConfiguredWebhook, toConfiguringOwner } from '../../core/event/configured-webhook.js';
import type { SubscriptionActivation } from '../../core/event/event-delivery.js';
import type { SubscriptionKey, SubscriptionStore } from '../../core/event/subscriptions.js';
import type { Logger } from '../../core/logger.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';

import type { EventCursors } from './event-cursors.js';
import type { SealedEndpoints } from './sealed-endpoints.js';
import type { EventType } from './types/event-type.js';

/** Interval of confirmations, in milliseconds. A confirmation also restarts a webhook that failed too often. */
const REPEAT_MS = 60 * 60_000;
/** Time until the next try after a failure, in milliseconds. */
const RETRY_MS = 5_000;
/** Granted months. A webhook that no process confirms ends after them. */
const GRANTED_MONTHS = 13;

export interface ConfiguredWebhooksOptions {
  /** The name of the server, which ends only its own webhooks. */
  readonly serverName: string;
  readonly store: SubscriptionStore;
  readonly endpoints: SealedEndpoints;
  readonly cursors: EventCursors;
  /** Event types over the tasks of all owners. */
  readonly types: ReadonlyMap<string, EventType>;
  readonly logger?: Logger | undefined;
  /** Time until the next try after a failure, in milliseconds. Default: 5,000. */
  readonly retryMs?: number;
  /** Interval of confirmations, in milliseconds. Default: an hour. */
  readonly repeatMs?: number;
}

/** One event of one endpoint: each pair is a subscription. */
interface OneWebhook {
  readonly webhook: ConfiguredWebhook;
  readonly event: ConfiguredWebhook['events'][number];
}

/** The values that are sent to Temporal for a webhook. */
interface Said {
  readonly key: SubscriptionKey;
  readonly id: string;
  readonly granted: SubscriptionActivation;
}

function toEach(webhook: ConfiguredWebhook): readonly OneWebhook[] {
  return webhook.events.map((event) => ({ webhook, event }));
}

/** Returns the same end for all processes in a month, so that they do not change each other's end. */
function toExpiry(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + GRANTED_MONTHS);
}

/** Keeps the webhooks in Temporal equal to the configuration. Any number of processes may do so at the same time. */
export class ConfiguredWebhooks {
  readonly #options: ConfiguredWebhooksOptions;
  readonly #owner: string;
  #wanted: readonly ConfiguredWebhook[] = [];
  /** The configured webhooks were started and others ended, which happens once for each manifest. */
  #isSaid = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: ConfiguredWebhooksOptions) {
    this.#options = options;
    this.#owner = toConfiguringOwner(options.serverName);
  }

  /** Replaces the wanted webhooks. Tries until it succeeds, or until the next call. Never rejects. */
  async apply(wanted: readonly ConfiguredWebhook[]): Promise<void> {
    this.#wanted = wanted;
    this.#isSaid = false;
    return this.#applyNext();
  }

  /** Stops the confirmations. The webhooks stay in Temporal. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** A getter, since the value may change during each `await`. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  async #applyNext(): Promise<void> {
    this.#last = this.#last.then(async () => this.#applyNow());
    return this.#last;
  }

  async #applyNow(): Promise<void> {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    const { logger, retryMs = RETRY_MS, repeatMs = REPEAT_MS } = this.#options;
    const wanted = this.#wanted;
    let nextMs = repeatMs;
    try {
      if (this.#isSaid) await this.#confirm(wanted);
      else await this.#reconcile(wanted);
      this.#isSaid = wanted === this.#wanted;
    } catch (error) {
      nextMs = retryMs;
      // A server without webhooks has no use for this warning.
      const isMissed = this.#wanted.length > 0;
      if (isMissed)
        logger?.warn({ err: error }, 'Configured webhooks cannot be set up now: trying again');
    }
    if (this.isClosed) return;
    this.#timer = setTimeout(() => void this.#applyNext(), nextMs);
    this.#timer.unref();
  }

  async #reconcile(wanted: readonly ConfiguredWebhook[]): Promise<void> {
    const { store, logger, serverName } = this.#options;
    const live = new Set<string>();
    for (const one of wanted.flatMap(toEach)) {
      const said = await this.#toSaid(one);
      await store.reserve(said.key, said.id, said.granted.op);
      await store.activate(this.#owner, said.id, said.granted);
      live.add(said.id);
    }
    for (const id of await store.list(this.#owner)) {
      if (live.has(id)) continue;
      logger?.info({ id, serverName }, 'A webhook ends that the manifest does not name');
      await store.end(this.#owner, id);
    }
  }

  /**
   * Confirms the webhooks of this manifest. Starts and ends no webhook, and leaves later changes by other processes,
   * whose manifest may be newer.
   */
  async #confirm(wanted: readonly ConfiguredWebhook[]): Promise<void> {
    const { store, logger, serverName } = this.#options;
    for (const one of wanted.flatMap(toEach)) {
      const { id, granted } = await this.#toSaid(one);
      if (await store.activate(this.#owner, id, granted)) continue;
      const { event } = one;
      logger?.warn(
        { id, event, serverName },
        'A webhook of this manifest was ended, as by another server of this name whose manifest does not name it: reload or restart where it should live',
      );
    }
  }

  async #toSaid({ webhook, event }: OneWebhook): Promise<Said> {
    const { store, endpoints, cursors, types } = this.#options;
    const type = types.get(event);
    if (!type) throw new Error(`There are no events ${event}.`);
    const owner = this.#owner;
    const { url, secret, tools, tellOwner, headers, internalAddresses } = webhook;
    const args = {
      ...(tools && { tools: [...tools].sort() }),
      ...(tellOwner === true && { tellOwner }),
    };
    const key: SubscriptionKey = { owner, url, name: event, arguments: args };
    const { id } = await store.find(key);
    const secretMark = await store.markOf(id, secret);
    const said = toCanonicalJson([headers, internalAddresses, secret]);
    // Equal for equal settings, so that processes with the same webhook do not undo each other's grant.
    const op = await store.markOf(id, said);
    const position = await type.start({ owner, arguments: args });
    const sealed = await endpoints.seal(id, {
      url,
      secret,
      owner,
      ...(headers && { headers }),
      ...(internalAddresses === true && { internalAddresses }),
    });
    const cursor = await cursors.seal(owner, event, position);
    const expiresAtMs = toExpiry(new Date());
    return { key, id, granted: { op, sealed, secretMark, expiresAtMs, position, cursor } };
  }
}
