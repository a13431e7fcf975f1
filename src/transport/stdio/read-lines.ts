import type { Readable } from 'node:stream';

const NEWLINE = 0x0a;

export interface LineHandlers {
  readonly onLine: (line: string) => void;
  /** Called at the end of a line that is too long. Later lines are read as usual. */
  readonly onLongLine: () => void;
  /** Called when the input has ended, for any reason. A last line without a line break is read before. */
  readonly onEnd: () => void;
}

/** The line that is being read. The text of a line that is too long is dropped. */
class OpenLine {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(chunk: Buffer): void {
    this.#length += chunk.byteLength;
    if (this.#length <= this.#maxBytes) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  end({ onLine, onLongLine }: LineHandlers): void {
    const [chunks, length] = [this.#chunks, this.#length];
    this.#chunks = [];
    this.#length = 0;
    if (length > this.#maxBytes) onLongLine();
    else onLine(Buffer.concat(chunks).toString('utf8'));
  }
}

/** Reads lines of UTF-8 with a limit, which `readline` of Node.js does not have. */
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
