/** Peers that speak MCP Events as raw JSON-RPC, in each generation and over each transport. */
import { isRecord } from '../../src/core/value/is-record.js';

import { createWireLog } from './conformance/wire-log.js';
import { eventually } from './eventually.js';
import {
  connectStatelessStdio,
  envelope,
  readEvents,
  REVISION,
  SUBSCRIPTION_ID,
} from './raw-mcp-2026.js';
import { connectRawStdio, PROTOCOL_VERSION, type RawMessage } from './raw-mcp.js';
import type { TestServerOptions } from './start-mcp-server.js';

type Params = Readonly<Record<string, unknown>>;

/** A stream of events. */
export interface EventStream {
  readonly id: string | number;
  /** All that has come on it so far; the response, if there is one, is the last. */
  readonly messages: readonly RawMessage[];
  /** Waits for a message on it, also among those that have come. */
  readonly until: (what: string, isIt: (message: RawMessage) => boolean) => Promise<RawMessage>;
  /** Ends it from the client's side. */
  readonly close: () => Promise<void>;
}

/** A client of one generation over one transport. */
export interface EventPeer {
  readonly request: (method: string, params?: Params) => Promise<RawMessage>;
  readonly stream: (params: Params) => Promise<EventStream>;
  /** What the server announces. */
  readonly capabilities: () => Promise<Params>;
  /** Starts a task, and returns its ID. */
  readonly start: (tool: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Which kind of peer. */
export type EventPeerKind = `${'2025-11-25' | '2026-07-28'} over ${'HTTP' | 'stdio'}`;
export const EVENT_PEERS: readonly EventPeerKind[] = [
  '2026-07-28 over HTTP',
  '2025-11-25 over HTTP',
  '2026-07-28 over stdio',
  '2025-11-25 over stdio',
];

let ids = 0;

function toBody(isNewest: boolean, method: string, params: Params = {}) {
  const meta = isNewest ? { _meta: envelope() } : {};
  return { jsonrpc: '2.0', id: ++ids, method, params: { ...params, ...meta } };
}

function toStream(
  id: string | number,
  messages: readonly RawMessage[],
  close: () => Promise<void>,
): EventStream {
  const until: EventStream['until'] = async (what, isIt) =>
    eventually(what, async () => Promise.resolve(messages.find(isIt)));
  return { id, messages, until, close };
}

function toTaskId(reply: RawMessage): string {
  const { result = {} } = reply;
  const task = isRecord(result['task']) ? result['task'] : result;
  if (typeof task['taskId'] === 'string') return task['taskId'];
  throw new Error(`No task: ${JSON.stringify(reply)}`);
}

function toPeer(
  isNewest: boolean,
  { request, stream, close }: Pick<EventPeer, 'request' | 'stream' | 'close'>,
  initialized?: RawMessage,
): EventPeer {
  return {
    request,
    stream,
    close,
    async capabilities() {
      const initialize = { protocolVersion: PROTOCOL_VERSION, capabilities: {} };
      const clientInfo = { name: 'peer', version: '0' };
      const reply =
        initialized ??
        (await (isNewest
          ? request('server/discover')
          : request('initialize', { ...initialize, clientInfo })));
      return reply.result?.['capabilities'] as Params;
    },
    start: async (tool) =>
      toTaskId(
        await request('tools/call', { name: tool, arguments: {}, ...(!isNewest && { task: {} }) }),
      ),
  };
}

/** A peer over HTTP. */
export function connectEventHttp(
  url: string,
  isNewest: boolean,
  headers: Readonly<Record<string, string>> = {},
): EventPeer {
  const send = async (body: ReturnType<typeof toBody>, signal?: AbortSignal): Promise<Response> => {
    const { name } = body.params as { name?: unknown };
    const named = body.method === 'tools/call' && typeof name === 'string';
    return fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': isNewest ? REVISION : PROTOCOL_VERSION,
        ...(isNewest && { 'mcp-method': body.method, ...(named && { 'mcp-name': name }) }),
        ...headers,
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  };
  return toPeer(isNewest, {
    async request(method, params) {
      const messages: RawMessage[] = [];
      const response = await send(toBody(isNewest, method, params));
      await readEvents(response, (message) => messages.push(message));
      const [last] = messages.slice(-1);
      if (!last) throw new Error(`No reply to ${method}: HTTP ${response.status}`);
      return last;
    },
    async stream(params) {
      const body = toBody(isNewest, 'events/stream', params);
      const gone = new AbortController();
      const messages: RawMessage[] = [];
      const reading = readEvents(await send(body, gone.signal), (message) =>
        messages.push(message),
      ).catch(() => undefined);
      const stream = toStream(body.id, messages, async () => {
        gone.abort();
        await reading;
      });
      await stream.until('the first message', () => true);
      return stream;
    },
    close: async () => Promise.resolve(),
  });
}

/** Waits on the output of a process for what belongs to a request. */
function streamOf(
  output: () => readonly RawMessage[],
  id: string | number,
  close: () => Promise<void>,
): EventStream {
  const isOurs = (message: RawMessage): boolean => {
    const meta = message.params?.['_meta'];
    const belongs = isRecord(meta) && meta[SUBSCRIPTION_ID] === id;
    return belongs || (message.id === id && message.method === undefined);
  };
  return {
    id,
    close,
    get messages() {
      return output().filter(isOurs);
    },
    until: async (what, isIt) =>
      eventually(what, async () =>
        Promise.resolve(output().find((message) => isOurs(message) && isIt(message))),
      ),
  };
}

async function connectStdio(options: TestServerOptions, isNewest: boolean): Promise<EventPeer> {
  if (isNewest) {
    const log = createWireLog(() => [], []);
    const mcp = connectStatelessStdio(options, log);
    const stream: EventPeer['stream'] = async (params) => {
      const id = `stream-${++ids}`;
      void mcp.request('events/stream', params, { id }).catch(() => undefined);
      const opened = streamOf(
        () => mcp.output,
        id,
        async () => mcp.notify('notifications/cancelled', { requestId: id }),
      );
      await opened.until('the first message', () => true);
      return opened;
    };
    return toPeer(true, { request: mcp.request.bind(mcp), stream, close: mcp.close.bind(mcp) });
  }
  const mcp = await connectRawStdio(options);
  const stream: EventPeer['stream'] = async (params) => {
    const id = `stream-${++ids}`;
    void mcp.request('events/stream', params, { id });
    const opened = streamOf(
      () => mcp.output().map((line) => JSON.parse(line) as RawMessage),
      id,
      async () => mcp.notify('notifications/cancelled', { requestId: id }),
    );
    await opened.until('the first message', () => true);
    return opened;
  };
  const request: EventPeer['request'] = async (method, params) => mcp.request(method, params ?? {});
  return toPeer(false, { request, stream, close: mcp.close.bind(mcp) }, mcp.initializeReply);
}

/** A peer of one kind, of a server that runs or, over stdio, of a process of its own. */
export async function connectEventPeer(
  kind: EventPeerKind,
  { url, options }: { readonly url: string; readonly options: TestServerOptions },
): Promise<EventPeer> {
  const isNewest = kind.startsWith(REVISION);
  if (kind.endsWith('HTTP')) return connectEventHttp(url, isNewest);
  return connectStdio(options, isNewest);
}
