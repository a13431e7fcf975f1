import type { Readable, Writable } from 'node:stream';

import { parseJson } from '../../core/value/exact-json.js';
import { isDeeper, MAX_MESSAGE_DEPTH } from '../../core/value/json-bounds.js';
import { toParseError } from '../../mcp/malformed-message.js';

import { readLines } from './read-lines.js';

/** Maximum size of a line, the same as of an HTTP body. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

export interface MessageLine {
  readonly line: string;
  readonly message: unknown;
}

export interface LineReader {
  readonly onMessage: (message: MessageLine) => void;
  /** Called when the input has ended, for any reason. */
  readonly onEnd: () => void;
}

const INVALID_REQUEST = -32600;

function refuse(message: string): object {
  return { jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message } };
}

/**
 * Reads lines of JSON. A line that is not JSON gets an error as its answer, since the SDKs' transports would drop it.
 */
export function parseLines(input: Readable, output: Writable, reader: LineReader): void {
  const answer = (reply: object): void => {
    output.write(`${JSON.stringify(reply)}\n`);
  };
  readLines(input, MAX_LINE_BYTES, {
    onLine: (line) => {
      if (line.trim() === '') return;
      let message: unknown;
      try {
        message = parseJson(line);
      } catch {
        answer(toParseError());
        return;
      }
      if (isDeeper(message, MAX_MESSAGE_DEPTH)) {
        answer(refuse(`The message has more than ${MAX_MESSAGE_DEPTH} levels.`));
      } else reader.onMessage({ line, message });
    },
    onLongLine: () => {
      answer(refuse('The message is larger than 4 MiB.'));
    },
    onEnd: reader.onEnd,
  });
}
