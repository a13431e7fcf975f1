import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { serverCommand, type TestServerOptions } from './start-mcp-server.js';

/** A JSON-RPC message as it went over the wire. */
export interface RawMessage {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A peer that speaks raw JSON-RPC, so that the protocol is tested and not a client library. */
export interface RawMcp {
  readonly transport: 'http' | 'stdio';
  /** Sends a request and resolves with its response, whether result or error. */
  request(method: string, params?: unknown, options?: RawRequestOptions): Promise<RawMessage>;
  notify(method: string, params?: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface RawRequestOptions {
  readonly signal?: AbortSignal;
  readonly id?: string | number;
}

/** The revision that all suites speak unless a test says otherwise. */
export const PROTOCOL_VERSION = '2025-11-25';

export function initializeParams(
  protocolVersion = PROTOCOL_VERSION,
  capabilities: object = {},
): Record<string, unknown> {
  return {
    protocolVersion,
    capabilities,
    clientInfo: { name: 'raw-client', version: '0.0.0' },
  };
}

/** The messages in the body of a response, JSON or event stream. */
export function parseBody(text: string, contentType: string | null): RawMessage[] {
  if (!contentType?.includes('text/event-stream')) {
    return text === '' ? [] : [JSON.parse(text) as RawMessage];
  }
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as RawMessage);
}

/** POSTs one message, with the headers that the transport asks for and those of a test on top. */
export async function post(
  url: string,
  body: unknown,
  { headers = {}, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** Each call is a POST of its own; no session, as the server has none. */
export function connectRawHttp(url: string, protocolVersion = PROTOCOL_VERSION): RawMcp {
  let nextId = 0;
  const headers = { 'mcp-protocol-version': protocolVersion };
  return {
    transport: 'http',
    async request(method, params, { signal, id = ++nextId } = {}) {
      const body = { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) };
      const response = await post(url, body, { headers, ...(signal && { signal }) });
      const messages = parseBody(await response.text(), response.headers.get('content-type'));
      const reply = messages.find((message) => message.id === id) ?? messages.at(-1);
      if (!reply) throw new Error(`No reply to ${method}: HTTP ${response.status}`);
      return reply;
    },
    async notify(method, params) {
      await post(
        url,
        { jsonrpc: '2.0', method, ...(params !== undefined && { params }) },
        { headers },
      );
    },
    close: async () => Promise.resolve(),
  };
}

/** A peer over the standard input and output of a server process of its own. */
export interface RawStdio extends RawMcp {
  readonly child: ChildProcess;
  /** Every line that the server has written so far. */
  readonly output: () => readonly string[];
  readonly initializeReply: RawMessage;
  /** Writes a line as it is, for what is no JSON-RPC message. */
  sendLine(line: string): void;
}

/** Starts a server process and initialises it over its standard input and output. */
export async function connectRawStdio(
  options: TestServerOptions,
  protocolVersion = PROTOCOL_VERSION,
): Promise<RawStdio> {
  const { command, args, env } = serverCommand('--stdio', options);
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<string | number, (message: RawMessage) => void>();
  const output: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.push(line);
    const message = JSON.parse(line) as RawMessage;
    if (message.id != null && message.method === undefined) waiting.get(message.id)?.(message);
  });
  let nextId = 0;
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const peer: Omit<RawStdio, 'initializeReply'> = {
    transport: 'stdio',
    child,
    output: () => output,
    sendLine: (line) => void child.stdin.write(`${line}\n`),
    async request(method, params, { id = ++nextId } = {}) {
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        send({ id, method, ...(params !== undefined && { params }) });
      });
    },
    async notify(method, params) {
      send({ method, ...(params !== undefined && { params }) });
      return Promise.resolve();
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.stdin.end();
        await exited;
      }
    },
  };
  const initializeReply = await peer.request('initialize', initializeParams(protocolVersion));
  await peer.notify('notifications/initialized');
  return { ...peer, initializeReply };
}
