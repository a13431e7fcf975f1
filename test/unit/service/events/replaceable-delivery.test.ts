import { describe, expect, it } from '@jest/globals';

import type { WatchEventsInput } from '../../../../src/core/event/event-delivery.js';
import type { Delivery } from '../../../../src/service/events/delivery.js';
import { ReplaceableDelivery } from '../../../../src/service/events/replaceable-delivery.js';

type Delivers = Pick<Delivery, 'watchEvents' | 'postEvent'>;

/** Waits until it is to end, and then says its name as where it has come to. */
function createDelivery(name: string): Delivers & { readonly asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    watchEvents: async (_input, signal) => {
      asked += 1;
      if (!signal.aborted) {
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
      }
      const read = { kind: 'read', pending: [], position: {}, cursor: name } as const;
      return { ...read, truncated: false, isOver: false };
    },
    postEvent: async () => Promise.resolve({ kind: 'refused', attempts: 1, reason: name }),
  };
}

const input: WatchEventsInput = {
  ...{ id: 'sub_1', sealed: '', name: 'task.finished', arguments: {}, position: {} },
  ...{ limit: 1, waitMs: 1_000 },
};
const post = { id: 'sub_1', sealed: '', messageId: 'evt_1', body: {} };

describe('ReplaceableDelivery', () => {
  it('ends what waits on the one before with what it has, and asks the next one from then on', async () => {
    const [first, second] = [createDelivery('first'), createDelivery('second')];
    const delivery = new ReplaceableDelivery(first);
    const waits = [1, 2].map(async () => delivery.watchEvents(input, new AbortController().signal));
    delivery.replaceBy(second);
    const later = new AbortController();
    const next = delivery.watchEvents(input, later.signal);
    later.abort();

    expect(await Promise.all(waits)).toMatchObject([{ cursor: 'first' }, { cursor: 'first' }]);
    expect(await next).toMatchObject({ cursor: 'second' });
    expect(await delivery.postEvent(post, 1)).toMatchObject({ reason: 'second' });
    expect([first.asked(), second.asked()]).toStrictEqual([2, 1]);
  });

  it('ends a wait that was to end before it began', async () => {
    const delivery = new ReplaceableDelivery(createDelivery('first'));

    await expect(delivery.watchEvents(input, AbortSignal.abort())).resolves.toMatchObject({
      kind: 'read',
    });
  });
});
