import type {
  PostedEvent,
  PostEventInput,
  WatchedEvents,
  WatchEventsInput,
} from '../../core/event/event-delivery.js';
import { type LinkedSignal, linkSignal } from '../../core/value/linked-signal.js';

import type { Delivery } from './delivery.js';

/** Forwards to the current delivery, which a reload replaces. */
export class ReplaceableDelivery implements Pick<Delivery, 'watchEvents' | 'postEvent'> {
  #current: Pick<Delivery, 'watchEvents' | 'postEvent'>;
  readonly #waits = new Set<LinkedSignal>();

  constructor(first: Pick<Delivery, 'watchEvents' | 'postEvent'>) {
    this.#current = first;
  }

  /** Waits on the previous delivery end with their events so far; the Workflow then asks the next one. */
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
