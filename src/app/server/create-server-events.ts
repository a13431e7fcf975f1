import { isConfiguringOwner } from '../../core/event/configured-webhook.js';
import type { EventSettings } from '../../core/event/event-settings.js';
import type { SubscriptionStore } from '../../core/event/subscriptions.js';
import type { Logger } from '../../core/logger.js';
import type { Observer } from '../../core/observer.js';
import { LOCAL_OWNER } from '../../core/person/owner.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/task/tasks.js';
import { createEvents, type Events } from '../../service/events/event-service.js';
import { SealedEndpoints } from '../../service/events/sealed-endpoints.js';
import type { WebhookOptions } from '../../service/events/webhook-subscriptions.js';
import { createWebhookSender } from '../../transport/webhooks/create-webhook-sender.js';

import { statusOf } from './create-generations.js';

/** The server's parts that events need. */
export interface ServerEventsOptions {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly canList: boolean;
  readonly store: SubscriptionStore;
  readonly logger?: Logger | undefined;
  readonly observer?: Observer | undefined;
}

/** Creates a store that is loaded at first use. */
export function createLazyStore(load: () => Promise<SubscriptionStore>): SubscriptionStore {
  let loading: Promise<SubscriptionStore> | undefined;
  const store = async (): Promise<SubscriptionStore> => (loading ??= load());
  return {
    find: async (key) => (await store()).find(key),
    count: async (owner) => (await store()).count(owner),
    list: async (owner) => (await store()).list(owner),
    reserve: async (key, id, op) => (await store()).reserve(key, id, op),
    activate: async (owner, id, activation) => (await store()).activate(owner, id, activation),
    markOf: async (id, secret) => (await store()).markOf(id, secret),
    end: async (owner, id) => (await store()).end(owner, id),
  };
}

function createWebhooks(
  { webhooks }: EventSettings,
  { sealer, canList, store }: ServerEventsOptions,
): WebhookOptions | undefined {
  if (!webhooks) return undefined;
  return {
    store,
    endpoints: new SealedEndpoints(sealer),
    sender: createWebhookSender(webhooks),
    isPrincipal: (owner) =>
      !isConfiguringOwner(owner) &&
      (owner !== LOCAL_OWNER || (webhooks.localUser === true && canList)),
  };
}

/** The events of a server; `undefined` if its manifest has none. */
export function createServerEvents(
  settings: EventSettings | undefined,
  options: ServerEventsOptions,
): Events | undefined {
  if (!settings) return undefined;
  const webhooks = createWebhooks(settings, options);
  return createEvents({ ...options, settings, statusOf, webhooks });
}

/**
 * Refuses settings for development on a server that other machines can reach.
 *
 * @throws {Error} If the manifest has such a setting.
 */
export function assertEventsMayListen(
  settings: EventSettings | undefined,
  isLoopback: boolean,
): void {
  if (isLoopback) return;
  const { loopbackHttp, localUser } = settings?.webhooks ?? {};
  const found = loopbackHttp === true ? 'loopbackHttp' : localUser === true && 'localUser';
  if (found === false) return;
  throw new Error(
    `server.events.endpoints.${found} is for a server that only this machine reaches: leave it out, or serve on 127.0.0.1.`,
  );
}
