import type { PendingDelivery } from '../../core/event/event-delivery.js';

/** A delivery that has been fetched and is not done. */
export interface FetchedDelivery extends PendingDelivery {
  /** The cursor of a client that has all events before this one. */
  readonly before: string;
  /** The cursor of its body: that of its first attempt, since all attempts have one body. */
  told?: string;
}

/** Events to deliver to an endpoint, in the order in which they happened. */
export class PendingDeliveries implements Iterable<FetchedDelivery> {
  readonly #list: FetchedDelivery[] = [];

  get length(): number {
    return this.#list.length;
  }

  /** For the next run. */
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

  /** The cursor of a client that has all delivered events, without a pending one before it. */
  watermark(since: string | undefined): string | undefined {
    return this.#list[0]?.before ?? since;
  }
}
