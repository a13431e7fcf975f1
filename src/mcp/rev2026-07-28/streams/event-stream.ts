/** The event streams in which the SDK answers, read and written one event at a time. */

import { FRAME_END } from '../../event-frame.js';

/** The message in an event; `undefined` where there is none. */
export function parseFrame(frame: string): unknown {
  const data = frame.split('\n').find((line) => line.startsWith('data: '));
  return data === undefined ? undefined : JSON.parse(data.slice('data: '.length));
}

/** Reads a stream event by event. */
export class FrameReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The next event, its end included; `undefined` at the end of the stream. */
  async next(): Promise<string | undefined> {
    let end = this.#text.indexOf(FRAME_END);
    while (end < 0) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
      end = this.#text.indexOf(FRAME_END);
    }
    const frame = this.#text.slice(0, end + FRAME_END.length);
    this.#text = this.#text.slice(frame.length);
    return frame;
  }

  /** Reads no more of it. */
  cancel(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}

const encoder = new TextEncoder();

/** Writes a stream event by event. Without a `TransformStream`, which keeps twice as much, and thousands stand. */
export class FrameWriter {
  /** What is written, for a response. */
  readonly readable: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Who waits until the stream can take more. */
  #waiting: (() => void)[] = [];

  /** @param onGone Called when nobody reads the stream any more. */
  constructor(onGone: () => void) {
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#letOn();
        },
        cancel: () => {
          this.#end();
          onGone();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Resolves when the stream can take more, or nobody reads it any more. */
  async write(frame: string): Promise<void> {
    if (!this.#controller) return;
    this.#controller.enqueue(encoder.encode(frame));
    if (this.#controller.desiredSize === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  close(): void {
    this.#controller?.close();
    this.#end();
  }

  #end(): void {
    this.#controller = undefined;
    this.#letOn();
  }

  #letOn(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
