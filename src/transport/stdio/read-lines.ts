import type { Readable } from 'node:stream';

const NEWLINE = 0x0a;
/** Bytes kept of each end of a line that is too long: the ends have the members that identify it. */
const KEPT_BYTES = 1_024;

/** A line of which there is too much, as far as it was kept. */
export interface LongLine {
  readonly head: string;
  readonly tail: string;
}

export interface LineHandlers {
  readonly onLine: (line: string) => void;
  /** At the end of a line that was longer than may be. The lines after it are read as ever. */
  readonly onLongLine: (line: LongLine) => void;
  /** The input has ended, in whatever way. A last line without an end has been read before. */
  readonly onEnd: () => void;
}

/**
 * A line that is being read: all of it, or of one that is too long the two ends. It never holds more than may be kept, and
 * one chunk of the input.
 */
class OpenLine {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #length = 0;
  #head: Buffer | undefined;
  #tail = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(chunk: Buffer): void {
    this.#length += chunk.byteLength;
    if (this.#length <= this.#maxBytes) {
      this.#chunks.push(chunk);
      return;
    }
    const whole = Buffer.concat([...this.#chunks.splice(0), this.#tail, chunk]);
    this.#head ??= Buffer.from(whole.subarray(0, KEPT_BYTES));
    // A copy: a part would keep all that it is a part of.
    this.#tail = Buffer.from(whole.subarray(-KEPT_BYTES));
  }

  /** Ends the line, and begins the next one. */
  end({ onLine, onLongLine }: LineHandlers): void {
    const [chunks, head, tail] = [this.#chunks, this.#head, this.#tail];
    this.#chunks = [];
    this.#length = 0;
    this.#head = undefined;
    this.#tail = Buffer.alloc(0);
    if (head) onLongLine({ head: head.toString('utf8'), tail: tail.toString('utf8') });
    else onLine(Buffer.concat(chunks).toString('utf8'));
  }
}

/** Reads lines of UTF-8 of a bounded size. `readline` of Node.js has no bound. */
export function readLines(input: Readable, maxBytes: number, handlers: LineHandlers): void {
  const line = new OpenLine(maxBytes);
  let hasEnded = false;
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    if (!line.isEmpty) line.end(handlers);
    handlers.onEnd();
  };
  input.on('data', (data: Buffer | string) => {
    let rest = typeof data === 'string' ? Buffer.from(data) : data;
    for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
      line.add(rest.subarray(0, at));
      line.end(handlers);
      rest = rest.subarray(at + 1);
    }
    if (rest.byteLength > 0) line.add(rest);
  });
  input.once('end', end);
  input.once('close', end);
  input.on('error', end);
}
