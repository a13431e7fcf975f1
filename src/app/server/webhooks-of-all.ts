/** What endpoints hear of that a server's configuration names: the tasks of all owners. */
import type { SubscriptionStore } from '../../core/event/subscriptions.js';
import { type Logger, silentLogger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { AllTasks } from '../../core/task/all-tasks.js';
import { matchPattern } from '../../core/tool/tool-pattern.js';
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

import type { Connect } from './create-connections.js';
import { statusOf } from './create-generations.js';
import { toolsByNamespace } from './tools-by-namespace.js';

/** Where tasks are, and which of them are these servers'. */
export interface TasksOfAllWiring {
  readonly manifest: Manifest;
  readonly connect: Connect;
  readonly secret: Uint8Array;
  readonly logger: Logger | undefined;
}

async function loadTasksOfAll({
  manifest,
  connect,
  secret,
  logger = silentLogger,
}: TasksOfAllWiring): Promise<AllTasks> {
  const { createTasksOfAll } = await import('../../temporal/list/tasks-of-all.js');
  const { tools, patterns = [] } = manifest;
  const toolsOf = toolsByNamespace(manifest);
  const names = [undefined, ...(manifest.namespaces?.keys() ?? [])];
  const namespaces = await Promise.all(
    names.map(async (name) => {
      const { client } = await connect(name);
      return { client, tools: toolsOf(name) };
    }),
  );
  const isOurs = (toolName: string): boolean =>
    tools.has(toolName) || patterns.some(({ name }) => matchPattern(name, toolName) !== undefined);
  return createTasksOfAll({ namespaces, secret, isOurs, logger });
}

/** Types of events of the tasks of all, by name. */
export type TypesOfAll = ReadonlyMap<string, EventType>;

/** The types of events that there are of the tasks of all. Temporal is asked when one of them is read. */
export function createTypesOfAll(wiring: TasksOfAllWiring): TypesOfAll {
  let loading: Promise<AllTasks> | undefined;
  const all = async (): Promise<AllTasks> => (loading ??= loadTasksOfAll(wiring));
  const feed = new ClosedFeed({
    listClosed: async (_owner, query) => (await all()).listClosed(query),
  });
  const tasks = { get: async (taskId: string) => (await all()).get(taskId) };
  const open = new OpenTasksOfAll(async () => (await all()).listOpen());
  const types = [
    new TaskFinished({ tasks, statusOf, feed }),
    new TaskInputRequired({ tasks, open }),
  ];
  return new Map(types.map((type) => [type.name, type]));
}

/** What delivers to endpoints that a configuration has named. */
export function createDeliveryOfAll(types: TypesOfAll): DeliveryOfAll {
  return {
    types,
    // Whoever writes the manifest may name any port; an internal address has to be meant.
    senderTo: ({ url, internalAddresses = false }) => {
      const { port } = new URL(url);
      const ports = port === '' ? undefined : [Number(port)];
      return createWebhookSender({ ports, internalAddresses, loopbackHttp: internalAddresses });
    },
  };
}

/** What sees to it that the endpoints of a configuration are told. */
export function createConfiguredWebhooks(
  { manifest, logger }: Pick<TasksOfAllWiring, 'manifest' | 'logger'>,
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
    ...{ store, logger, types },
    serverName: manifest.server.name,
    endpoints: new SealedEndpoints(sealer),
    cursors: new EventCursors(sealer),
  });
}
