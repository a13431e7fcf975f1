import { TaskError, TaskErrorCode } from '../../../core/errors.js';

import { FrameReader } from './event-stream.js';
import { type ListenStream, type ListenStreamOptions, openListenStream } from './listen-stream.js';
import type { TaskSubscription } from './task-subscription.js';

/** Subscription streams of one endpoint. It keeps memory bounded; what one principal may open is for the limits of the server. */
export const MAX_SUBSCRIPTIONS = 16_384;
/** How long streams may take to end when the server stops, in milliseconds. */
const CLOSE_PATIENCE_MS = 1_000;

/** The subscription streams of one endpoint that carry tasks. */
export class ListenStreams {
  readonly #options: ListenStreamOptions;
  readonly #max: number;
  /** Each ends by itself. No shared signal: Node 20 keeps an entry in one for every signal ever made of it. */
  readonly #open = new Set<ListenStream>();
  #taken = 0;
  #isClosing = false;

  constructor(options: ListenStreamOptions, max = MAX_SUBSCRIPTIONS) {
    this.#options = options;
    this.#max = max;
  }

  /**
   * Adds tasks to the answer in which the SDK has opened a stream.
   *
   * @throws {TaskError} `busy` when too many are open.
   */
  async join(
    { body, status, headers }: Response,
    subscription: TaskSubscription,
    clientGone: AbortSignal,
  ): Promise<Response> {
    if (this.#taken >= this.#max) {
      throw new TaskError(TaskErrorCode.busy, 'Subscription limit reached');
    }
    this.#taken += 1;
    const theirs = new FrameReader(body as ReadableStream<Uint8Array>);
    try {
      const stream = await openListenStream(subscription, { theirs, clientGone }, this.#options);
      this.#keep(stream);
      return new Response(stream.readable, { status, headers });
    } catch (error) {
      this.#taken -= 1;
      theirs.cancel();
      throw error;
    }
  }

  /** Ends all streams, each with its result, as far as their clients take it without delay. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { end } of this.#open) end();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_PATIENCE_MS);
    });
    await Promise.race([Promise.all(Array.from(this.#open, ({ ended }) => ended)), patience]);
    clearTimeout(timer);
  }

  #keep(stream: ListenStream): void {
    this.#open.add(stream);
    void stream.ended.then(() => {
      this.#open.delete(stream);
      this.#taken -= 1;
    });
    if (this.#isClosing) stream.end();
  }
}
