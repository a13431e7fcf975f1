import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

import type { StdioConnection } from '../generation.js';
import { type ErrorReply, toParseError } from '../malformed-message.js';

import { checkMessage } from './check-message.js';

/** Longest line, in characters; the connection of a client that sends more is closed. The same as the SDK's limit. */
const MAX_LINE_LENGTH = 10 * 1024 * 1024;

type ParsedLine = { readonly message: JSONRPCMessage } | { readonly reply: ErrorReply };

function parse(line: string): ParsedLine {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return { reply: toParseError() };
  }
  const reply = checkMessage(message);
  return reply ? { reply } : { message: message as JSONRPCMessage };
}

/**
 * Messages as lines of JSON over two streams. Unlike the SDK's transport, it answers lines that are no messages, and
 * closes when its input has ended.
 */
export class LineTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #input: StdioConnection['input'];
  readonly #output: StdioConnection['output'];
  readonly #decoder = new TextDecoder();
  /** The line that has begun. */
  #begun = '';
  #isClosed = false;

  constructor({ input, output }: Pick<StdioConnection, 'input' | 'output'>) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData);
    this.#input.once('end', this.#onEnd);
    this.#input.once('close', this.#onEnd);
    this.#input.once('error', this.#onEnd);
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage | ErrorReply): Promise<void> {
    if (this.#output.write(`${JSON.stringify(message)}\n`)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#output.off('drain', done);
        this.#output.off('close', done);
        resolve();
      };
      this.#output.once('drain', done);
      this.#output.once('close', done);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#onData);
    this.#input.off('end', this.#onEnd);
    this.#input.off('close', this.#onEnd);
    this.#input.pause();
    this.#begun = '';
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #onEnd = (): void => {
    void this.close();
  };

  readonly #onData = (chunk: Uint8Array | string): void => {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true });
    const [first = '', ...others] = text.split('\n');
    const lines = [this.#begun + first, ...others];
    this.#begun = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
    if (this.#begun.length <= MAX_LINE_LENGTH) return;
    this.onerror?.(new Error(`A message is longer than ${MAX_LINE_LENGTH} characters.`));
    void this.close();
  };

  #take(line: string): void {
    if (this.#isClosed || line.trim() === '') return;
    const parsed = parse(line);
    if ('message' in parsed) this.onmessage?.(parsed.message);
    else void this.send(parsed.reply);
  }
}
