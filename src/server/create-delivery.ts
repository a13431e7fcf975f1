import type { TemporalSettings } from '../config/connect-temporal.js';
import { loadPreviousSecrets } from '../config/load-previous-secrets.js';
import { loadSecret } from '../config/load-secret.js';
import type { Logger } from '../core/logger.js';
import type { ConfiguredWebhooks } from '../events/configured-webhooks.js';
import { createEventTypes } from '../events/create-event-types.js';
import { Delivery } from '../events/delivery.js';
import { EventCursors } from '../events/event-cursors.js';
import { createEventErrors } from '../events/event-errors.js';
import { SealedEndpoints } from '../events/sealed-endpoints.js';
import { TaskNews } from '../events/task-news.js';
import { delivers } from '../manifest/delivers.js';
import type { Manifest } from '../manifest/manifest.js';
import { createSealer } from '../sealing/create-sealer.js';
import { deliveryTaskQueues, TemporalSubscriptions } from '../temporal/temporal-subscriptions.js';
import { createWebhookSender } from '../webhooks/create-webhook-sender.js';

import { connectTasks } from './connect-tasks.js';
import { createConnections } from './create-connections.js';
import { statusOf } from './create-generations.js';
import { selectTools } from './served-manifest.js';
import {
  createConfiguredWebhooks,
  createDeliveryOfAll,
  createTypesOfAll,
} from './webhooks-of-all.js';

/** What delivers events: the same manifest and the same secrets as the servers have. */
export interface DeliveryOptions {
  readonly manifest: Manifest;
  readonly temporal: TemporalSettings;
  /** Default: `TEMPORAL_MCP_TASKS_SECRET`, or the one that was generated for this user. */
  readonly secret?: Uint8Array;
  readonly logger?: Logger;
}

/** What delivers, and for which Task Queues. */
export interface CreatedDelivery {
  readonly delivery: Delivery;
  /** That of new subscriptions first; the others have those of previous secrets. */
  readonly taskQueues: readonly string[];
  /** Sees to it that the endpoints of the manifest are told. */
  readonly configured: ConfiguredWebhooks;
}

/**
 * Makes what a Worker delivers events with. It needs no server: it reads tasks as one does.
 *
 * @throws {Error} When the manifest has no webhooks, or there is no secret.
 */
export async function createDelivery({
  manifest,
  temporal,
  secret: given,
  logger,
}: DeliveryOptions): Promise<CreatedDelivery> {
  const { events = {} } = manifest;
  if (!delivers(manifest)) {
    throw new Error(
      'There is nothing to deliver: the manifest has neither server.events.webhooks nor webhooks.',
    );
  }
  const secret = given ?? (await loadSecret({ mayGenerate: true }));
  const previousSecrets = loadPreviousSecrets();
  const connect = createConnections(temporal, () => manifest.namespaces);
  const tasks = await connectTasks({
    ...{ manifest, connect, secret, previousSecrets, logger },
    toolsOf: (name) => selectTools(manifest, name),
  });
  const sealer = createSealer([secret, ...previousSecrets]);
  const types = createTypesOfAll({ manifest, connect, secret, logger });
  const delivery = new Delivery({
    types: createEventTypes({ tasks, statusOf, settings: events }),
    cursors: new EventCursors(sealer),
    endpoints: new SealedEndpoints(sealer),
    sender: createWebhookSender(events.webhooks ?? {}),
    news: new TaskNews(tasks),
    errors: createEventErrors(events.errorCodes ?? 'sketch'),
    ofAll: createDeliveryOfAll(types),
  });
  const store = new TemporalSubscriptions((await connect()).client, secret, previousSecrets);
  const configured = createConfiguredWebhooks({ manifest, logger }, { types, sealer, store });
  return { delivery, taskQueues: deliveryTaskQueues(secret, previousSecrets), configured };
}
