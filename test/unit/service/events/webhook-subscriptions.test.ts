import { describe, expect } from '@jest/globals';

import type {
  SubscriptionActivation,
  SubscriptionStatus,
} from '../../../../src/core/event/event-delivery.js';
import type {
  SubscriptionKey,
  SubscriptionStore,
} from '../../../../src/core/event/subscriptions.js';
import type {
  WebhookMessage,
  WebhookSender,
  WebhookTarget,
} from '../../../../src/core/event/webhook.js';
import { EventCursors } from '../../../../src/service/events/event-cursors.js';
import { eventErrors } from '../../../../src/service/events/event-errors.js';
import { SealedEndpoints } from '../../../../src/service/events/sealed-endpoints.js';
import type { EventType } from '../../../../src/service/events/types/event-type.js';
import { WebhookSubscriptions } from '../../../../src/service/events/webhook-subscriptions.js';
import { verifies } from '../../../support/conformance/verify-events.js';
import { testSealer } from '../../../support/test-sealer.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const url = 'https://agent.example/hook?k=9b1e';
const params = { delivery: { mode: 'webhook', url, secret } };
const TYPE: EventType = {
  name: 'task.finished',
  description: '',
  deliveries: ['webhook'],
  inputSchema: {},
  payloadSchema: {},
  isOfOneTask: false,
  news: 'closed',
  start: async () => Promise.resolve({ at: 1 }),
  read: async () => Promise.reject(new Error('Not here')),
};
const REQUEST = { type: TYPE, arguments: {}, cursor: undefined, maxAgeMs: undefined };
const STATUS: SubscriptionStatus = {
  version: 1,
  active: false,
  verified: true,
  cursor: 'mark',
  truncated: true,
  lastError: 'http_5xx',
  failedSince: '2026-01-05T10:00:00.000Z',
};

class FakeStore implements SubscriptionStore {
  list = async (): Promise<readonly string[]> => Promise.resolve([]);
  readonly reserved: string[] = [];
  readonly activated: SubscriptionActivation[] = [];
  status: SubscriptionStatus | undefined;
  living = 0;
  isGone = false;
  async find({ owner }: SubscriptionKey): ReturnType<SubscriptionStore['find']> {
    return Promise.resolve({ id: `sub_${owner}`, ...(this.status && { status: this.status }) });
  }
  async count(): Promise<number> {
    return Promise.resolve(this.living);
  }
  async reserve(_key: SubscriptionKey, _id: string, op: string): Promise<void> {
    this.reserved.push(op);
    return Promise.resolve();
  }
  async activate(_owner: string, _id: string, one: SubscriptionActivation): Promise<boolean> {
    this.activated.push(one);
    return Promise.resolve(!this.isGone);
  }
  async markOf(id: string, text: string): Promise<string> {
    return Promise.resolve(`${id} ${text.length}`);
  }
  readonly ended: string[] = [];
  async end(_owner: string, id: string): Promise<void> {
    this.ended.push(id);
    return Promise.resolve();
  }
}

function setUp(): {
  readonly store: FakeStore;
  readonly sent: WebhookTarget[];
  readonly subscriptions: WebhookSubscriptions;
} {
  const store = new FakeStore();
  const sent: WebhookTarget[] = [];
  const sender: WebhookSender = {
    findFault: () => undefined,
    send: async (target, { body }: WebhookMessage) => {
      sent.push(target);
      return Promise.resolve({ kind: 'replied', status: 200, body });
    },
  };
  const subscriptions = new WebhookSubscriptions(
    {
      store,
      sender,
      endpoints: new SealedEndpoints(testSealer),
      isPrincipal: (owner) => owner !== 'local',
    },
    {
      tasks: { get: async () => Promise.reject(new Error('Not here')) },
      cursors: new EventCursors(testSealer),
      errors: eventErrors,
      canList: true,
    },
  );
  return { store, sent, subscriptions };
}

describe('WebhookSubscriptions', () => {
  verifies(['E-050', 'E-008'], 'are for principals alone', async () => {
    const { subscriptions, sent } = setUp();

    await expect(subscriptions.subscribe(REQUEST, params, 'local')).rejects.toMatchObject({
      message: 'Forbidden',
    });
    expect(subscriptions.isFor('local')).toBe(false);
    expect(sent).toHaveLength(0);
  });

  verifies(['E-073'], 'take what an endpoint has said for one owner alone', async () => {
    const { subscriptions, sent } = setUp();
    for (const owner of ['me', 'me', 'you']) await subscriptions.subscribe(REQUEST, params, owner);

    expect(sent.map(({ id }) => id)).toStrictEqual(['sub_me', 'sub_you']);
  });

  verifies(['E-059', 'E-060'], 'are granted what is wished for, within bounds', async () => {
    const { subscriptions } = setUp();
    const minutes: number[] = [];
    for (const ttlMs of [undefined, null, 1, 600_000, 1e12, 'x']) {
      const one = await subscriptions.subscribe(REQUEST, { ...params, ttlMs }, 'me');
      minutes.push(Math.round((Date.parse(one.refreshBefore) - Date.now()) / 60_000));
    }

    expect(minutes).toStrictEqual([60, 1_440, 5, 10, 1_440, 60]);
  });

  verifies(
    ['E-057', 'E-111', 'E-122', 'E-126'],
    'are refreshed without a challenge, and say how deliveries fare',
    async () => {
      const { subscriptions, store, sent } = setUp();
      store.status = STATUS;
      const refreshed = await subscriptions.subscribe(REQUEST, params, 'me');

      expect(sent).toHaveLength(0);
      expect(store.activated).toHaveLength(1);
      expect(refreshed).toMatchObject({
        cursor: 'mark',
        truncated: true,
        deliveryStatus: { active: false, lastError: 'http_5xx', failedSince: STATUS.failedSince },
      });
    },
  );

  verifies(['E-065'], 'fail when they were ended while their endpoint was asked', async () => {
    const { subscriptions, store } = setUp();
    store.isGone = true;

    await expect(subscriptions.subscribe(REQUEST, params, 'me')).rejects.toMatchObject({
      message: 'NotFound',
      data: { kind: 'subscription' },
    });
    expect(store.activated[0]?.op).toBe(store.reserved[0]);
  });

  verifies(['E-134', 'E-074', 'E-064'], 'are limited, before anything is sent', async () => {
    const { subscriptions, store, sent } = setUp();
    store.living = 20;

    await expect(subscriptions.subscribe(REQUEST, params, 'me')).rejects.toMatchObject({
      message: 'ResourceExhausted',
      data: { limit: 'subscriptions', max: 20 },
    });
    store.living = 0;
    const many = Array.from({ length: 11 }, async (_one, index) => {
      const delivery = { ...params.delivery, url: `${url}&n=${index}` };
      return subscriptions.subscribe(REQUEST, { delivery }, 'me');
    });
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected');

    expect(refused).toMatchObject([
      {
        reason: {
          message: 'ResourceExhausted',
          data: { limit: 'verificationsAtHost', max: 10, retryAfterMs: expect.any(Number) },
        },
      },
    ]);
    expect(sent).toHaveLength(10);
    // Nobody else pays for it.
    await expect(subscriptions.subscribe(REQUEST, params, 'you')).resolves.toHaveProperty('id');
  });

  verifies(['E-066'], 'hand on neither URL nor secret but sealed', async () => {
    const { subscriptions, store } = setUp();
    const result = await subscriptions.subscribe(REQUEST, params, 'me');
    const shown = JSON.stringify([result, store.activated]);

    expect(shown).not.toContain('agent.example');
    expect(shown).not.toContain(secret);
  });

  verifies(
    ['E-069', 'E-067'],
    'are ended also with a name and arguments that are good no more',
    async () => {
      const { subscriptions, store } = setUp();
      const old = { name: 'task.forgotten', arguments: { colour: 'red' }, ...params };
      const unknown = await subscriptions.unsubscribe(old, 'me');
      store.status = STATUS;
      const known = await subscriptions.unsubscribe(old, 'me');

      expect([unknown, known]).toStrictEqual([{}, {}]);
      expect(store.ended).toStrictEqual(['sub_me']);
    },
  );
});
