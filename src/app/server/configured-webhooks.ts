/** Webhooks of the configuration, with the events of all owners' tasks. */
import type { SubscriptionStore } from '../../core/event/subscriptions.js';
import type { Logger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/task/tasks.js';
import { CONFIGURATION } from '../../core/task/viewer.js';
import type { Manifest } from '../../manifest/manifest.js';
import { ConfiguredWebhooks } from '../../service/events/configured-webhooks.js';
import type { DeliveryOfAll } from '../../service/events/delivery.js';
import { EventCursors } from '../../service/events/event-cursors.js';
import { SealedEndpoints } from '../../service/events/sealed-endpoints.js';
import { ClosedFeed } from '../../service/events/types/closed-feed.js';
import type { EventType } from '../../service/events/types/event-type.js';
import { OpenTasksOfAll } from '../../service/events/types/open-tasks-of-all.js';
import { TaskFinished } from '../../service/events/types/task-finished.js';
import { TaskInputRequired } from '../../service/events/types/task-input-required.js';
import { createWebhookSender } from '../../transport/webhooks/create-webhook-sender.js';

import { statusOf } from './create-generations.js';

/** Types of events of all owners' tasks, by name. */
export type TypesOfAll = ReadonlyMap<string, EventType>;

/** Creates the types of events of all owners' tasks. */
export function createTypesOfAll(tasks: Pick<Tasks, 'get' | 'list' | 'listClosed'>): TypesOfAll {
  const feed = new ClosedFeed({
    listClosed: async (_owner, query) => tasks.listClosed(CONFIGURATION, query),
  });
  const source = { get: async (taskId: string) => tasks.get(taskId, CONFIGURATION) };
  const open = new OpenTasksOfAll(async () => (await tasks.list(CONFIGURATION)).tasks);
  const types = [
    new TaskFinished({ tasks: source, statusOf, feed }),
    new TaskInputRequired({ tasks: source, open }),
  ];
  return new Map(types.map((type) => [type.name, type]));
}

export function createDeliveryOfAll(types: TypesOfAll): DeliveryOfAll {
  return {
    types,
    // The manifest's author may name any port; internal addresses need an explicit setting.
    senderTo: ({ url, internalAddresses = false }) => {
      const { port } = new URL(url);
      const ports = port === '' ? undefined : [Number(port)];
      return createWebhookSender({ ports, internalAddresses, loopbackHttp: internalAddresses });
    },
  };
}

/** Creates the subscriptions of configured endpoints. */
export function createConfiguredWebhooks(
  { manifest, logger }: { readonly manifest: Manifest; readonly logger: Logger | undefined },
  {
    types,
    sealer,
    store,
  }: {
    readonly types: TypesOfAll;
    readonly sealer: Sealer;
    readonly store: SubscriptionStore;
  },
): ConfiguredWebhooks {
  return new ConfiguredWebhooks({
    store,
    logger,
    types,
    serverName: manifest.server.name,
    endpoints: new SealedEndpoints(sealer),
    cursors: new EventCursors(sealer),
  });
}
