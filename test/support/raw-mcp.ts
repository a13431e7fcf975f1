import type { Message as RawMessage } from '../../lab/wire/message.js';
import * as revisions from '../../lab/wire/revisions.js';
import { openStdio, type StdioConnection } from '../../lab/wire/stdio.js';

import { serverCommand, type TestServerOptions } from './start-mcp-server.js';

export type { RawMessage };

/** A peer that uses raw JSON-RPC, so that tests check the protocol without a client library. */
export interface RawMcp {
  readonly transport: 'http' | 'stdio';
  /** Sends a request, and resolves with its response, a result or an error. */
  request(method: string, params?: unknown, options?: RawRequestOptions): Promise<RawMessage>;
  notify(method: string, params?: unknown): Promise<void>;
  readonly close: () => Promise<void>;
}

export interface RawRequestOptions {
  readonly signal?: AbortSignal;
  readonly id?: string | number;
}

/** The default revision of all suites. */
export const PROTOCOL_VERSION = revisions.REVISION_2025;

export function initializeParams(
  protocolVersion: string = PROTOCOL_VERSION,
  capabilities: object = {},
  clientName = 'raw-client',
): Record<string, unknown> {
  return revisions.initializeParams(clientName, protocolVersion, capabilities);
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

/** POSTs one message with the transport's headers, which a test can extend or replace. */
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

function toParams(params: unknown): Pick<RawMessage, 'params'> {
  return params === undefined ? {} : { params: params as Record<string, unknown> };
}

/** Connects over HTTP without a session. Each call is a separate POST. */
export function connectRawHttp(url: string, protocolVersion: string = PROTOCOL_VERSION): RawMcp {
  let nextId = 0;
  const headers = { 'mcp-protocol-version': protocolVersion };
  return {
    transport: 'http',
    async request(method, params, { signal, id = ++nextId } = {}) {
      const body = { jsonrpc: '2.0', id, method, ...toParams(params) };
      const response = await post(url, body, { headers, ...(signal && { signal }) });
      const messages = parseBody(await response.text(), response.headers.get('content-type'));
      const reply = messages.find((message) => message.id === id) ?? messages.at(-1);
      if (!reply) throw new Error(`No reply to ${method}: HTTP ${response.status}`);
      return reply;
    },
    async notify(method, params) {
      await post(url, { jsonrpc: '2.0', method, ...toParams(params) }, { headers });
    },
    close: async () => Promise.resolve(),
  };
}

/** A peer over the standard input and output of a separate server process. */
export interface RawStdio extends RawMcp, Pick<StdioConnection, 'child' | 'listen' | 'sendLine'> {
  /** Lines of the server so far. */
  readonly output: () => readonly string[];
  readonly initializeReply: RawMessage;
}

/** Starts a server process and initialises it over its standard input and output. */
export async function connectRawStdio(
  options: TestServerOptions,
  protocolVersion: string = PROTOCOL_VERSION,
  capabilities: object = {},
): Promise<RawStdio> {
  const {
    child,
    send,
    sendLine,
    request: ask,
    listen,
    close,
  } = openStdio(serverCommand('--stdio', options));
  const output: string[] = [];
  listen((_message, line) => output.push(line));
  let nextId = 0;
  const request: RawMcp['request'] = async (method, params, { id = ++nextId } = {}) => {
    const reply = await ask({ id, method, ...toParams(params) });
    // Tests end processes without waiting for what is under way.
    return reply ?? new Promise(() => undefined);
  };
  const notify: RawMcp['notify'] = async (method, params) => {
    send({ method, ...toParams(params) });
    return Promise.resolve();
  };
  const initialize = initializeParams(protocolVersion, capabilities);
  const initializeReply = await request('initialize', initialize);
  await notify('notifications/initialized');
  const transport = 'stdio';
  return {
    transport,
    child,
    listen,
    output: () => output,
    initializeReply,
    request,
    notify,
    sendLine,
    close,
  };
}
