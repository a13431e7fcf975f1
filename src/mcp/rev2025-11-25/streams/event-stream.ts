import { KEEP_ALIVE_FRAME, KEEP_ALIVE_MS, STREAM_HEADERS, toFrame } from '../../event-frame.js';

const encoder = new TextEncoder();

/**
 * The stream of an answer that may take its time. It does what the SDK's transport does for such a request; but that keeps
 * 20 KiB with its server for as long as the answer takes, and thousands may wait.
 */
export class EventStream {
  readonly response: Response;
  readonly #timer: ReturnType<typeof setInterval>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor() {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.#forget();
      },
    });
    this.response = new Response(body, { headers: STREAM_HEADERS });
    this.#timer = setInterval(() => {
      this.#write(KEEP_ALIVE_FRAME);
    }, KEEP_ALIVE_MS);
  }

  /** Sends a message; nothing where the stream has ended. */
  send(message: object): void {
    this.#write(toFrame({ jsonrpc: '2.0', ...message }));
  }

  /** Ends the stream, after what was sent. */
  close(): void {
    const controller = this.#controller;
    this.#forget();
    controller?.close();
  }

  #write(event: string): void {
    this.#controller?.enqueue(encoder.encode(event));
  }

  #forget(): void {
    this.#controller = undefined;
    clearInterval(this.#timer);
  }
}
