/** Peers that use MCP Events as raw JSON-RPC, in each generation and over each transport. */
import { toHeaders2026 } from '../../lab/wire/revisions.js';
import { openStdio } from '../../lab/wire/stdio.js';
import { isRecord } from '../../src/core/value/is-record.js';

import { eventually } from './eventually.js';
import { envelope, readEvents, REVISION, SUBSCRIPTION_ID } from './raw-mcp-2026.js';
import { initializeParams, post, type RawMessage } from './raw-mcp.js';
import { serverCommand, type TestServerOptions } from './start-mcp-server.js';

type Params = Readonly<Record<string, unknown>>;

/** A stream of events. */
export interface EventStream {
  readonly id: string | number;
  /** Messages of the stream so far; the response, if there is one, is the last. */
  readonly messages: readonly RawMessage[];
  /** Waits for a message of the stream, past ones included. */
  readonly until: (what: string, isIt: (message: RawMessage) => boolean) => Promise<RawMessage>;
  /** Ends the stream as its client. */
  readonly close: () => Promise<void>;
}

/** A client of one generation over one transport. */
export interface EventPeer {
  readonly request: (method: string, params?: Params) => Promise<RawMessage>;
  readonly stream: (params: Params) => Promise<EventStream>;
  /** The server's capabilities. */
  readonly capabilities: () => Promise<Params>;
  /** Starts a task, and returns its ID. */
  readonly start: (tool: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

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
  return { jsonrpc: '2.0' as const, id: ++ids, method, params: { ...params, ...meta } };
}

function toStream(
  id: string | number,
  messages: readonly RawMessage[],
  close: () => Promise<void>,
): EventStream {
  const until: EventStream['until'] = async (what, isIt) =>
    eventually(what, () => messages.find(isIt));
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
      const reply =
        initialized ??
        (await (isNewest ? request('server/discover') : request('initialize', initializeParams())));
      return reply.result?.['capabilities'] as Params;
    },
    start: async (tool) =>
      toTaskId(
        await request('tools/call', { name: tool, arguments: {}, ...(!isNewest && { task: {} }) }),
      ),
  };
}

export function connectEventHttp(
  url: string,
  isNewest: boolean,
  headers: Readonly<Record<string, string>> = {},
): EventPeer {
  const send = async (body: ReturnType<typeof toBody>, signal?: AbortSignal): Promise<Response> =>
    post(url, body, {
      headers: { ...(isNewest && toHeaders2026(body)), ...headers },
      ...(signal && { signal }),
    });
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

/** Selects the messages of one request from the output of a process. */
function streamOf(
  output: readonly RawMessage[],
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
      return output.filter(isOurs);
    },
    until: async (what, isIt) =>
      eventually(what, () => output.find((message) => isOurs(message) && isIt(message))),
  };
}

async function connectStdio(options: TestServerOptions, isNewest: boolean): Promise<EventPeer> {
  const { request: ask, send, listen, close } = openStdio(serverCommand('--stdio', options));
  const output: RawMessage[] = [];
  listen((message) => output.push(message));
  const request: EventPeer['request'] = async (method, params) =>
    (await ask(toBody(isNewest, method, params))) ?? {};
  const stream: EventPeer['stream'] = async (params) => {
    const body = toBody(isNewest, 'events/stream', params);
    void ask(body);
    const opened = streamOf(output, body.id, async () => {
      send({ method: 'notifications/cancelled', params: { requestId: body.id } });
      return Promise.resolve();
    });
    await opened.until('the first message', () => true);
    return opened;
  };
  if (isNewest) return toPeer(true, { request, stream, close });
  const initialized = await request('initialize', initializeParams());
  send({ method: 'notifications/initialized' });
  return toPeer(false, { request, stream, close }, initialized);
}

/** Connects a peer of a kind: over HTTP to a running server, over stdio to a new process. */
export async function connectEventPeer(
  kind: EventPeerKind,
  { url, options }: { readonly url: string; readonly options: TestServerOptions },
): Promise<EventPeer> {
  const isNewest = kind.startsWith(REVISION);
  if (kind.endsWith('HTTP')) return connectEventHttp(url, isNewest);
  return connectStdio(options, isNewest);
}
