import type { Logger } from '../../core/logger.js';
import type { Observer } from '../../core/observer.js';
import type { Sealer } from '../../core/sealer.js';
import { type Manifest, needsDeliveryWorker } from '../../manifest/manifest.js';
import { createSealer } from '../../security/sealing/create-sealer.js';
import type { ConfiguredWebhooks } from '../../service/events/configured-webhooks.js';
import { Delivery } from '../../service/events/delivery.js';
import { EventCursors } from '../../service/events/event-cursors.js';
import { eventErrors } from '../../service/events/event-errors.js';
import { SealedEndpoints } from '../../service/events/sealed-endpoints.js';
import { createEventTypes } from '../../service/events/types/create-event-types.js';
import { TaskNews } from '../../service/events/types/task-news.js';
import {
  deliveryTaskQueues,
  TemporalSubscriptions,
} from '../../temporal/temporal-subscriptions.js';
import { createWebhookSender } from '../../transport/webhooks/create-webhook-sender.js';
import type { TemporalSettings } from '../config/connect-temporal.js';
import { loadPreviousSecrets } from '../config/load-previous-secrets.js';
import { loadSecret } from '../config/load-secret.js';
import { loadTelemetry } from '../telemetry/load-telemetry.js';

import {
  createConfiguredWebhooks,
  createDeliveryOfAll,
  createTypesOfAll,
  type TypesOfAll,
} from './configured-webhooks.js';
import { connectTasks } from './connect-tasks.js';
import { type Connect, createConnection } from './create-connection.js';
import { statusOf } from './create-generations.js';
import { findFixed } from './served-manifest.js';

/** Settings of the delivery of events. They must be the same as the servers'. */
export interface DeliveryOptions {
  readonly manifest: Manifest;
  readonly temporal: TemporalSettings;
  /** Default: `TEMPORAL_MCP_TASKS_SECRET`, or the secret that was generated for this user. */
  readonly secret?: Uint8Array;
  readonly logger?: Logger;
}

/** The delivery of events, and its Task Queues. */
export interface CreatedDelivery {
  readonly delivery: Pick<Delivery, 'watchEvents' | 'postEvent'>;
  /** The queue of new subscriptions first; the others belong to previous secrets. */
  readonly taskQueues: readonly string[];
  /** Keeps the manifest's endpoints subscribed. */
  readonly configured: ConfiguredWebhooks;
  /**
   * Switches to another manifest; waiting and running deliveries go on.
   *
   * @returns Changed keys that keep their old value until the next start.
   * @throws {Error} If the manifest cannot be used; then nothing has changed.
   */
  readonly reload: (manifest: Manifest) => Promise<readonly string[]>;
}

/** The parts of a delivery that depend on the manifest. */
interface ManifestDelivery {
  readonly delivery: Delivery;
  readonly types: TypesOfAll;
}

/** The parts of a delivery that outlive reloads. */
interface Shared {
  readonly connect: Connect;
  readonly secret: Uint8Array;
  readonly previousSecrets: readonly Uint8Array[];
  readonly sealer: Sealer;
  readonly logger: Logger | undefined;
  readonly observer: Observer | undefined;
}

async function createOne(
  manifest: Manifest,
  { connect, secret, previousSecrets, sealer, logger, observer }: Shared,
): Promise<ManifestDelivery> {
  const { events = {} } = manifest;
  const tasks = await connectTasks({
    manifest,
    connect,
    secret,
    previousSecrets,
    logger,
    tools: () => manifest.tools,
  });
  const types = createTypesOfAll(tasks);
  const delivery = new Delivery({
    types: createEventTypes({ tasks, statusOf, settings: events }),
    cursors: new EventCursors(sealer),
    endpoints: new SealedEndpoints(sealer),
    sender: createWebhookSender(events.webhooks ?? {}),
    news: new TaskNews(tasks),
    errors: eventErrors,
    observer,
    ofAll: createDeliveryOfAll(types),
  });
  return { delivery, types };
}

/** Manifest keys that a Worker reads only at its start. */
const FIXED = ['server.name'];

/**
 * Creates a Worker's delivery of events. It reads tasks itself, without a server.
 *
 * @throws {Error} If the manifest has neither webhooks nor endpoints, or the secret cannot be loaded.
 */
export async function createDelivery({
  manifest,
  temporal,
  secret: given,
  logger,
}: DeliveryOptions): Promise<CreatedDelivery> {
  if (!needsDeliveryWorker(manifest)) {
    throw new Error(
      'There is nothing to deliver: the manifest has neither server.events.endpoints nor webhooks.',
    );
  }
  const secret = given ?? (await loadSecret({ mayGenerate: true }));
  const previousSecrets = loadPreviousSecrets();
  const { observer, calls } = await loadTelemetry({ isTool: () => false }, undefined);
  const connect = createConnection(temporal, calls);
  const sealer = createSealer([secret, ...previousSecrets]);
  const shared = { connect, secret, previousSecrets, sealer, logger, observer };
  let current = await createOne(manifest, shared);
  const { types } = current;
  const store = new TemporalSubscriptions((await connect()).client, secret, previousSecrets);
  const configured = createConfiguredWebhooks({ manifest, logger }, { types, sealer, store });
  return {
    delivery: {
      watchEvents: async (input, signal) => current.delivery.watchEvents(input, signal),
      postEvent: async (input, attempt) => current.delivery.postEvent(input, attempt),
    },
    configured,
    taskQueues: deliveryTaskQueues(secret, previousSecrets),
    reload: async (next) => {
      const { delivery: before } = current;
      current = await createOne(next, shared);
      before.end();
      void configured.apply(next.webhooks ?? []);
      return findFixed(manifest, next).filter((key) => FIXED.includes(key));
    },
  };
}
