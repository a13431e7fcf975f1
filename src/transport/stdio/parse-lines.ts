import type { Readable, Writable } from 'node:stream';

import { CLIENT_LIMITS } from '../../core/value/client-limits.js';
import { toJson } from '../../core/value/exact-json.js';
import { parseForeignJson } from '../../core/value/foreign-json.js';
import { isDeeper, MAX_MESSAGE_DEPTH } from '../../core/value/json-bounds.js';
import { refuseRequest, toParseError } from '../../mcp/malformed-message.js';
import { readForeignMessage } from '../../mcp/read-message.js';

const NEWLINE = 0x0a;

interface LineHandlers {
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

/**
 * Reads lines of UTF-8, each ended by `\n` alone, with a limit. `readline` of Node.js has no limit, and newer ones also
 * end lines at U+2028, which JSON allows in a text.
 */
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

export interface MessageReader {
  readonly onMessage: (message: object) => void;
  /** Called when the input has ended, for any reason. */
  readonly onEnd: () => void;
}

/**
 * Reads messages, each a JSON object on a line. Another line gets an error as its answer, since the SDKs' transports
 * would drop it.
 */
export function parseLines(input: Readable, output: Writable, reader: MessageReader): void {
  const answer = (reply: object): void => {
    output.write(`${toJson(reply)}\n`);
  };
  readLines(input, CLIENT_LIMITS.message.most, {
    onLine: (line) => {
      if (line.trim() === '') return;
      let written: unknown;
      try {
        written = parseForeignJson(line).value;
      } catch {
        answer(toParseError());
        return;
      }
      if (isDeeper(written, MAX_MESSAGE_DEPTH)) {
        answer(
          refuseRequest(null, `the message has more than ${MAX_MESSAGE_DEPTH} levels of nesting.`),
        );
        return;
      }
      const { message, refusal } = readForeignMessage(written);
      if (refusal) answer(refusal);
      else reader.onMessage(message);
    },
    onLongLine: () => {
      answer(refuseRequest(null, 'the message is larger than 4 MiB.'));
    },
    onEnd: reader.onEnd,
  });
}
