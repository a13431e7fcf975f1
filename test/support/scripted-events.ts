/**
 * Subscriptions without tasks. The Workflow, its Activities, the POSTs and the signatures are those of production. A
 * test makes the events.
 */
import { randomBytes, randomUUID } from 'node:crypto';

import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import * as workerLibrary from '@temporalio/worker';

import { createSealer } from '../../src/security/sealing/create-sealer.js';
import { Delivery } from '../../src/service/events/delivery.js';
import { EventCursors } from '../../src/service/events/event-cursors.js';
import { eventErrors } from '../../src/service/events/event-errors.js';
import { SealedEndpoints } from '../../src/service/events/sealed-endpoints.js';
import type {
  EventReading,
  EventScope,
  EventType,
  Position,
  ReadLimits,
} from '../../src/service/events/types/event-type.js';
import {
  type SubscribedEvents,
  WebhookSubscriptions,
} from '../../src/service/events/webhook-subscriptions.js';
import {
  deliveryTaskQueues,
  TemporalSubscriptions,
} from '../../src/temporal/temporal-subscriptions.js';
import { createWebhookSender } from '../../src/transport/webhooks/create-webhook-sender.js';
import { deliveryWorkerOptions } from '../../src/worker/delivery-worker.js';
import { installRuntime } from '../../src/worker/install-runtime.js';
import { startWorker } from '../../src/worker/run-worker.js';

import { eventually } from './eventually.js';
import { terminateRunning } from './open-executions.js';
import { bundleTestWorkflows } from './run-test-worker.js';
import { temporalAddress } from './start-mcp-server.js';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.js';

/** A type of events that reads a list of event IDs; a position is a number of read events. */
class ScriptedType implements EventType {
  readonly name = 'task.finished';
  readonly description = '';
  readonly deliveries = ['webhook'] as const;
  readonly inputSchema = {};
  readonly payloadSchema = {};
  readonly isOfOneTask = false;
  readonly news = 'closed';
  /** Event IDs by owner. */
  readonly #happened = new Map<string, string[]>();
  /** Owners whose unread events are lost at the next read. */
  readonly forgotten = new Set<string>();

  of(owner: string): string[] {
    const happened = this.#happened.get(owner) ?? [];
    this.#happened.set(owner, happened);
    return happened;
  }

  async start({ owner }: EventScope): Promise<Position> {
    return Promise.resolve({ at: this.of(owner).length });
  }

  async read(
    { owner }: EventScope,
    { at }: Position,
    { limit }: ReadLimits,
  ): Promise<EventReading> {
    const happened = this.of(owner);
    const truncated = this.forgotten.delete(owner);
    const from = truncated ? happened.length : Number(at);
    const found = happened.slice(from, from + limit);
    const occurrences = found.map((eventId, index) => ({
      occurrence: { eventId, name: this.name, timestamp: new Date().toISOString(), data: {} },
      position: { at: from + index + 1 },
    }));
    const position = { at: from + found.length };
    return Promise.resolve({ occurrences, position, hasMore: false, truncated, isOver: false });
  }
}

/** An active subscription, and its endpoint. */
export interface ScriptedSubscription {
  readonly receiver: WebhookReceiver;
  readonly result: SubscribedEvents;
  readonly handle: WorkflowHandle;
  readonly refresh: () => Promise<SubscribedEvents>;
  /** Makes `count` events. @returns Their IDs. */
  readonly happen: (count: number) => readonly string[];
  /** Loses the events that are not read yet. */
  readonly forget: () => void;
  /** Waits for a status of the subscription. */
  readonly untilStatus: (
    isIt: (status: Readonly<Record<string, unknown>>) => boolean,
  ) => Promise<void>;
  /** The number of times that each event arrived, by event ID. */
  readonly told: () => ReadonlyMap<string, number>;
  readonly gaps: () => readonly Readonly<Record<string, unknown>>[];
}

/** A process that takes subscriptions and delivers their events. */
export interface ScriptedEvents {
  /** A Temporal Client, independent of the process. */
  readonly client: Client;
  /** Reloads the delivery, without the type of events or with it. */
  readonly removeType: (isRemoved: boolean) => void;
  readonly subscribe: () => Promise<ScriptedSubscription>;
  readonly close: () => Promise<void>;
}

/** Starts the process, on a Task Queue of its own. */
export async function startScriptedEvents(): Promise<ScriptedEvents> {
  installRuntime(workerLibrary, new workerLibrary.DefaultLogger('ERROR'));
  const secret = randomBytes(32);
  const sealer = createSealer([secret]);
  const type = new ScriptedType();
  const cursors = new EventCursors(sealer);
  const endpoints = new SealedEndpoints(sealer);
  const errors = eventErrors;
  const sender = createWebhookSender({ loopbackHttp: true });
  const news = { subscribe: () => () => undefined, patienceMs: () => 20 };
  const deliver = (...types: readonly EventType[]): Delivery => {
    const byName = new Map(types.map((one) => [one.name, one]));
    return new Delivery({ types: byName, cursors, endpoints, sender, news, errors });
  };
  let delivery = deliver(type);
  const connection = await Connection.connect({
    address: temporalAddress(),
    // The tests read histories that exceed the default size of a message.
    channelArgs: { 'grpc.max_receive_message_length': -1 },
  });
  const client = new Client({ connection });
  const store = new TemporalSubscriptions(client, secret);
  const [taskQueue = ''] = deliveryTaskQueues(secret, []);
  const worker = await startWorker({
    connection: { address: temporalAddress() },
    ...deliveryWorkerOptions(
      {
        watchEvents: async (input, signal) => delivery.watchEvents(input, signal),
        postEvent: async (input, attempt) => delivery.postEvent(input, attempt),
      },
      taskQueue,
    ),
    bundle: { codePath: await bundleTestWorkflows('system') },
    shutdownGraceMs: 0,
  });
  const subscriptions = new WebhookSubscriptions(
    { store, sender, endpoints, isPrincipal: () => true },
    {
      tasks: { get: async () => Promise.reject(new Error('Not here')) },
      cursors,
      errors,
      canList: true,
    },
  );
  const receivers: WebhookReceiver[] = [];

  const subscribe = async (): Promise<ScriptedSubscription> => {
    const own = `whsec_${randomBytes(32).toString('base64')}`;
    const receiver = await startReceiver(own);
    receivers.push(receiver);
    const owner = `test-${randomUUID()}`;
    const request = { type, arguments: {}, cursor: undefined, maxAgeMs: undefined };
    const params = { delivery: { mode: 'webhook', url: receiver.url, secret: own } };
    const refresh = async (): Promise<SubscribedEvents> =>
      subscriptions.subscribe(request, params, owner);
    const result = await refresh();
    const key = { owner, url: receiver.url, name: type.name, arguments: {} };
    const workflowId = await eventually('its execution', async () => {
      const query = `TaskQueue = '${taskQueue}' AND ExecutionStatus = 'Running'`;
      for await (const one of client.workflow.list({ query })) {
        if (one.workflowId.endsWith(result.id)) return one.workflowId;
      }
      return undefined;
    });
    const untilStatus: ScriptedSubscription['untilStatus'] = async (isIt) => {
      await eventually('that status', async () => {
        const { status } = await store.find(key);
        return status && isIt({ ...status }) ? true : undefined;
      });
    };
    await untilStatus(({ verified }) => verified === true);
    return {
      receiver,
      result,
      refresh,
      untilStatus,
      handle: client.workflow.getHandle(workflowId),
      happen: (count) => {
        const ids = Array.from({ length: count }, () => `evt_${randomUUID()}`);
        type.of(owner).push(...ids);
        return ids;
      },
      forget: () => {
        type.forgotten.add(owner);
      },
      told: () => {
        const counts = new Map<string, number>();
        for (const { body } of receiver.events()) {
          const eventId = String(body['eventId']);
          counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
        }
        return counts;
      },
      gaps: () => receiver.posts.map(({ body }) => body).filter((body) => body['type'] === 'gap'),
    };
  };

  return {
    client,
    removeType: (isRemoved) => {
      delivery.end();
      delivery = isRemoved ? deliver() : deliver(type);
    },
    subscribe,
    close: async () => {
      await terminateRunning(client, `TaskQueue = '${taskQueue}'`);
      await worker.stop();
      await connection.close();
      for (const receiver of receivers) await receiver.close();
    },
  };
}
