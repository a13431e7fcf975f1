import { toJson } from '../core/value/exact-json.js';

import { type HttpReply, STREAM_TYPE } from './http-message.js';

/** Interval of comments on a quiet stream, in milliseconds, so that proxies and hosts keep it open. */
const KEEP_ALIVE_MS = 15_000;
/** A comment, which clients skip. */
const KEEP_ALIVE_FRAME = ': keepalive\n\n';
/** Headers that forbid caching and buffering by proxies. */
const HEADERS = {
  'content-type': STREAM_TYPE,
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
const encoder = new TextEncoder();

/**
 * An event stream to a client, as the answer to an HTTP request. It uses little memory, since thousands are open: no
 * `TransformStream`, and no server or transport of an SDK.
 */
export class EventStream {
  readonly reply: HttpReply;
  readonly #timer: ReturnType<typeof setInterval>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Senders that wait until the client can take more. */
  #waiting: (() => void)[] = [];

  constructor() {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#letOn();
        },
        cancel: () => {
          this.#forget();
        },
      },
      { highWaterMark: 0 },
    );
    this.reply = { status: 200, headers: HEADERS, body };
    this.#timer = setInterval(() => {
      // A client that does not read needs no comments.
      if (this.#waiting.length === 0) this.#write(KEEP_ALIVE_FRAME);
    }, KEEP_ALIVE_MS);
  }

  /** Sends a message, unless the stream has ended. Resolves when the client can take more or has gone. */
  async send(message: object): Promise<void> {
    this.#write(`event: message\ndata: ${toJson({ jsonrpc: '2.0', ...message })}\n\n`);
    if (!this.#controller || this.#controller.desiredSize === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Begins the stream with a comment, so that its client receives a byte. */
  begin(): void {
    this.#write(': working\n\n');
  }

  /** Ends the stream after its last message. */
  close(): void {
    const controller = this.#controller;
    this.#forget();
    controller?.close();
  }

  #write(event: string): void {
    this.#controller?.enqueue(encoder.encode(event));
  }

  #letOn(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #forget(): void {
    this.#controller = undefined;
    clearInterval(this.#timer);
    this.#letOn();
  }
}
