import type { Readable, Writable } from 'node:stream';

import { isDeeper, MAX_MESSAGE_DEPTH } from '../../core/value/json-bounds.js';
import { toParseError } from '../../mcp/malformed-message.js';

import { type LongLine, readLines } from './read-lines.js';

/** As much as HTTP takes as one body. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** One line of a connection, and its message. */
export interface MessageLine {
  readonly line: string;
  readonly message: unknown;
}

export interface LineReader {
  readonly onMessage: (message: MessageLine) => void;
  /** The input has ended, in whatever way. */
  readonly onEnd: () => void;
}

const INVALID_REQUEST = -32600;

function refuse(message: string, id: string | number | null = null): object {
  return { jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } };
}

const ID = String.raw`"id"\s*:\s*("(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}){0,200}"|-?\d{1,16})`;
const VERSION = String.raw`(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?`;
/** `{"jsonrpc":"2.0","id":1,"method":…`, as Python's SDK writes it. */
const ID_FIRST = new RegExp(String.raw`^\s*\{\s*${VERSION}${ID}\s*,\s*${VERSION}"method"\s*:`);
/** `{"method":…`, and at the end `…,"jsonrpc":"2.0","id":1}`, as the TypeScript SDKs write it. */
const METHOD_FIRST = new RegExp(String.raw`^\s*\{\s*${VERSION}"method"\s*:`);
const ID_LAST = new RegExp(String.raw`[\]}"]\s*,\s*${VERSION}${ID}\s*\}\s*$`);

/**
 * The ID of a request that was never parsed, from the two places in which SDKs write it: its sender would wait for an
 * answer without one. A possible response has none.
 */
function findId({ head, tail }: LongLine): string | number | null {
  const found = ID_FIRST.exec(head) ?? (METHOD_FIRST.test(head) ? ID_LAST.exec(tail) : null);
  const id = found?.[1];
  return id === undefined ? null : (JSON.parse(id) as string | number);
}

/** Reads lines of JSON. A line that is none is answered, since the SDKs' transports would drop it. */
export function parseLines(input: Readable, output: Writable, reader: LineReader): void {
  const answer = (reply: object): void => {
    output.write(`${JSON.stringify(reply)}\n`);
  };
  readLines(input, MAX_LINE_BYTES, {
    onLine: (line) => {
      if (line.trim() === '') return;
      let message: unknown;
      try {
        message = JSON.parse(line);
      } catch {
        answer(toParseError());
        return;
      }
      if (isDeeper(message, MAX_MESSAGE_DEPTH)) {
        answer(refuse(`The message has more than ${MAX_MESSAGE_DEPTH} levels.`));
      } else reader.onMessage({ line, message });
    },
    onLongLine: (line) => {
      answer(refuse('The message is larger than 4 MiB.', findId(line)));
    },
    onEnd: reader.onEnd,
  });
}
