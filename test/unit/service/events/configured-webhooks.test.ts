import { afterEach, describe, expect, it } from '@jest/globals';

import {
  type ConfiguredWebhook,
  isConfiguringOwner,
} from '../../../../src/core/event/configured-webhook.js';
import type { SubscriptionActivation } from '../../../../src/core/event/event-delivery.js';
import type {
  SubscriptionKey,
  SubscriptionStore,
} from '../../../../src/core/event/subscriptions.js';
import { silentLogger } from '../../../../src/core/logger.js';
import { ConfiguredWebhooks } from '../../../../src/service/events/configured-webhooks.js';
import { EventCursors } from '../../../../src/service/events/event-cursors.js';
import { SealedEndpoints } from '../../../../src/service/events/sealed-endpoints.js';
import type { EventType } from '../../../../src/service/events/types/event-type.js';
import { eventually } from '../../../support/eventually.js';
import { testSealer } from '../../../support/test-sealer.js';

const TYPE: EventType = {
  name: 'task.finished',
  description: '',
  deliveries: ['webhook'],
  isOfOneTask: false,
  news: 'closed',
  inputSchema: {},
  payloadSchema: {},
  start: async () => Promise.resolve({ at: 1 }),
  read: async () => Promise.reject(new Error('Not here')),
};
const webhook: ConfiguredWebhook = {
  url: 'https://backend.example/hook',
  secret: 'whsec_one',
  events: ['task.finished'],
};

/** The subscriptions by ID, in place of Temporal. */
class FakeStore {
  readonly living = new Map<string, { key: SubscriptionKey; op: string }>();
  readonly granted: SubscriptionActivation[] = [];
  failures = 0;

  readonly find: SubscriptionStore['find'] = async (key) => {
    if (this.failures-- > 0) throw new Error('Temporal is away');
    return Promise.resolve({ id: JSON.stringify([key.url, key.arguments]) });
  };
  readonly reserve: SubscriptionStore['reserve'] = async (key, id, op) => {
    this.living.set(id, { key, op });
    return Promise.resolve();
  };
  readonly activate: SubscriptionStore['activate'] = async (_owner, id, activation) => {
    if (this.living.get(id)?.op === activation.op) this.granted.push(activation);
    return Promise.resolve(this.living.has(id));
  };
  readonly list: SubscriptionStore['list'] = async () => Promise.resolve([...this.living.keys()]);
  readonly count: SubscriptionStore['count'] = async () => Promise.resolve(this.living.size);
  readonly markOf: SubscriptionStore['markOf'] = async (_id, text) =>
    Promise.resolve(`mark of ${text}`);
  readonly end: SubscriptionStore['end'] = async (_owner, id) => {
    this.living.delete(id);
    return Promise.resolve();
  };
}

const open: ConfiguredWebhooks[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const endpoints = new SealedEndpoints(testSealer);

function setUp(store = new FakeStore(), repeatMs?: number) {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_data: object, text: string) => warnings.push(text) };
  const webhooks = new ConfiguredWebhooks({
    serverName: 'orders',
    store,
    endpoints,
    cursors: new EventCursors(testSealer),
    types: new Map([[TYPE.name, TYPE]]),
    retryMs: 1,
    logger,
    ...(repeatMs !== undefined && { repeatMs }),
  });
  open.push(webhooks);
  return { store, webhooks, warnings };
}

describe('configured webhooks', () => {
  it('begin with an owner that nobody is, and are sealed', async () => {
    const { store, webhooks } = setUp();
    await webhooks.apply([{ ...webhook, tools: ['b', 'a'], headers: { a: 'b' } }]);
    const [[id, { key }] = ['', { key: undefined }]] = [...store.living];
    const [granted] = store.granted;

    expect(isConfiguringOwner(key?.owner ?? '')).toBe(true);
    expect(key).toMatchObject({ name: 'task.finished', arguments: { tools: ['a', 'b'] } });
    expect(granted?.sealed).not.toContain('backend');
    expect(await endpoints.open(id, granted?.sealed ?? '')).toMatchObject({
      url: webhook.url,
      secret: webhook.secret,
      headers: { a: 'b' },
      owner: key?.owner,
    });
    expect(granted?.expiresAtMs).toBeGreaterThan(Date.now() + 300 * 24 * 60 * 60_000);
  });

  it('are the same for two processes, neither of which undoes what the other begins', async () => {
    const { store, webhooks } = setUp();
    const { webhooks: others } = setUp(store);
    await Promise.all([webhooks.apply([webhook]), others.apply([webhook])]);

    expect(store.living.size).toBe(1);
    expect(store.granted).toHaveLength(2);
  });

  it('end when they are wanted no longer', async () => {
    const { store, webhooks } = setUp();
    await webhooks.apply([webhook, { ...webhook, tools: ['a'] }]);
    await webhooks.apply([{ ...webhook, secret: 'whsec_two' }]);

    expect(store.living.size).toBe(1);
    expect(store.granted.at(-1)?.secretMark).toBe('mark of whsec_two');
  });

  it('are tried again until Temporal is there', async () => {
    const { store, webhooks } = setUp();
    store.failures = 2;
    await webhooks.apply([webhook]);

    expect(store.living.size).toBe(0);
    expect(await eventually('a third try', () => store.granted.length > 0)).toBe(true);
  });

  it('are confirmed, which neither begins, ends nor changes what another manifest has said since', async () => {
    const { store, webhooks, warnings } = setUp(new FakeStore(), 1);
    const removed = { ...webhook, url: 'https://removed.example/' };
    await webhooks.apply([webhook, removed]);
    const { webhooks: newer } = setUp(store);
    const added = { ...webhook, url: 'https://added.example/' };
    await newer.apply([{ ...webhook, secret: 'whsec_two' }, added]);
    const said = [...store.living.entries()];
    store.granted.length = 0;
    await eventually('warnings of some repeats', () => warnings.length > 2);
    webhooks.close();

    expect([...store.living.entries()]).toStrictEqual(said);
    expect(store.granted).toStrictEqual([]);
    expect(new Set(warnings).size).toBe(1);
    expect(warnings[0]).toContain('another server of this name');
  });

  it('are confirmed where they live as they were said, so that none is left alone for ever', async () => {
    const { store, webhooks, warnings } = setUp(new FakeStore(), 1);
    await webhooks.apply([webhook]);
    await eventually('some repeats', () => store.granted.length > 3);

    expect(warnings).toStrictEqual([]);
  });
});
