/** The event streams in which the SDK answers, read and written one event at a time. */

import { FRAME_END } from '../event-frame.js';

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

/** Writes a stream event by event. */
export class FrameWriter {
  /** What is written, for a response. */
  readonly readable: ReadableStream<Uint8Array>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #gone = new AbortController();

  constructor() {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.readable = readable;
    this.#writer = writable.getWriter();
    this.#writer.closed.catch(() => {
      this.#gone.abort();
    });
  }

  /** Fires when nobody reads the stream any more. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Resolves when the stream can take more, or nobody reads it any more. */
  async write(frame: string): Promise<void> {
    try {
      await this.#writer.write(this.#encoder.encode(frame));
    } catch {
      this.#gone.abort();
    }
  }

  close(): void {
    this.#writer.close().catch(() => undefined);
  }
}
