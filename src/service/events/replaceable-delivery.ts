import type {
  PostedEvent,
  PostEventInput,
  WatchedEvents,
  WatchEventsInput,
} from '../../core/event/event-delivery.js';
import { type LinkedSignal, linkSignal } from '../../core/value/linked-signal.js';

import type { Delivery } from './delivery.js';

/** What delivers, as long as it is the one that holds: a reload puts another in its place. */
export class ReplaceableDelivery implements Pick<Delivery, 'watchEvents' | 'postEvent'> {
  #current: Pick<Delivery, 'watchEvents' | 'postEvent'>;
  readonly #waits = new Set<LinkedSignal>();

  constructor(first: Pick<Delivery, 'watchEvents' | 'postEvent'>) {
    this.#current = first;
  }

  /** What waits on the one before ends with what it has: the Workflow asks again, and so the next one. */
  replaceBy(next: Pick<Delivery, 'watchEvents' | 'postEvent'>): void {
    this.#current = next;
    for (const wait of this.#waits) wait.end();
  }

  async watchEvents(input: WatchEventsInput, signal: AbortSignal): Promise<WatchedEvents> {
    const wait = linkSignal(signal);
    this.#waits.add(wait);
    try {
      return await this.#current.watchEvents(input, wait.signal);
    } finally {
      this.#waits.delete(wait);
      wait.release();
    }
  }

  async postEvent(input: PostEventInput, attempt: number): Promise<PostedEvent> {
    return this.#current.postEvent(input, attempt);
  }
}
