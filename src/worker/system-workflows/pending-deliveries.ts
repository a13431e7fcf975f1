import type { PendingDelivery } from '../../core/event/event-delivery.js';

/** An event that was fetched, but not delivered yet. */
export interface FetchedDelivery extends PendingDelivery {
  /** The cursor of a client that has every earlier event. */
  readonly before: string;
  /** The cursor in the body. All attempts send the same body, so it is the cursor of the first attempt. */
  told?: string;
}

/** Events to deliver to an endpoint, in the order in which they happened. */
export class PendingDeliveries implements Iterable<FetchedDelivery> {
  readonly #list: FetchedDelivery[] = [];

  get length(): number {
    return this.#list.length;
  }

  /** The deliveries for the next run. */
  get carried(): readonly PendingDelivery[] {
    return this.#list.map(({ occurrence, cursor, told }) => ({
      occurrence,
      cursor,
      ...(told !== undefined && { told }),
    }));
  }

  [Symbol.iterator](): Iterator<FetchedDelivery> {
    return this.#list.values();
  }

  /** @param since The client's position after all earlier events. */
  push(one: PendingDelivery, since = ''): void {
    this.#list.push({ ...one, before: this.#list.at(-1)?.cursor ?? since });
  }

  remove(one: FetchedDelivery): void {
    const index = this.#list.indexOf(one);
    if (index >= 0) this.#list.splice(index, 1);
  }

  /** The cursor up to which the client has every event, with no earlier delivery pending. */
  watermark(since: string | undefined): string | undefined {
    return this.#list[0]?.before ?? since;
  }
}
