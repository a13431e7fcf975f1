/** Peers that speak revision 2026-07-28 as raw JSON-RPC, so that the protocol is tested and not a client library. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { isRecord } from '../../src/core/value/is-record.js';

import type { WireLog } from './conformance/wire-log.js';
import { eventually, PATIENCE_MS, within } from './eventually.js';
import { parseBody, type RawMessage } from './raw-mcp.js';
import { serverCommand, type TestServerOptions } from './start-mcp-server.js';

export const REVISION = '2026-07-28';
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
export const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const NAMED_BY_TASK = ['tasks/get', 'tasks/update', 'tasks/cancel'];

/** A client that takes tasks, and can be asked everything. */
export const ALL_CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: {},
  extensions: { [TASKS_EXTENSION]: {} },
};
/** The same client, without the extension. */
export const NO_EXTENSION = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** The `_meta` that every request of this revision has. */
export function envelope(capabilities: object = ALL_CAPABILITIES): Record<string, unknown> {
  return {
    [VERSION]: REVISION,
    [CLIENT_INFO]: { name: 'raw-client', version: '0.0.0' },
    [CAPABILITIES]: capabilities,
  };
}

type Params = Readonly<Record<string, unknown>>;

export interface StatelessRequestOptions {
  /** What the client declares with this request. Default: {@link ALL_CAPABILITIES}. */
  readonly capabilities?: object;
  /** In place of the whole `_meta`. */
  readonly meta?: object;
  readonly id?: string | number;
  readonly signal?: AbortSignal;
}

/** A stream of messages that one `subscriptions/listen` has opened. */
export interface Subscription {
  readonly id: string | number;
  /** All that has come on it so far; the response, if there is one, is the last. */
  readonly messages: readonly RawMessage[];
  /** Waits for a message on it, also among those that have come. */
  readonly until: (what: string, isIt: (message: RawMessage) => boolean) => Promise<RawMessage>;
  /** Ends it from the client's side. */
  readonly close: () => Promise<void>;
  /** Of the response, over HTTP. */
  readonly headers?: Headers;
}

export interface StatelessMcp {
  readonly transport: 'http' | 'stdio';
  /** Sends a request with everything that belongs to it, and resolves with its response. */
  request(method: string, params?: Params, options?: StatelessRequestOptions): Promise<RawMessage>;
  /** Opens a subscription, and resolves at its first message, whatever that is. */
  listen(notifications: object, options?: StatelessRequestOptions): Promise<Subscription>;
  notify(method: string, params?: Params): Promise<void>;
  close(): Promise<void>;
}

/** What came back over HTTP. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly messages: readonly RawMessage[];
  /** The response to the request, or the one message that is there. */
  readonly message: RawMessage | undefined;
}

export interface StatelessHttp extends StatelessMcp {
  /** Sends a request with other headers than belong to it: `undefined` leaves one out. */
  exchange(
    method: string,
    params: Params | undefined,
    options: StatelessRequestOptions & {
      readonly headers?: Readonly<Record<string, string | undefined>>;
    },
  ): Promise<HttpReply>;
}

export interface StatelessStdio extends StatelessMcp {
  readonly child: ChildProcess;
  /** Every message of the server so far. */
  readonly output: readonly RawMessage[];
}

function toRequest(
  method: string,
  params: Params | undefined,
  { capabilities, meta = envelope(capabilities), id }: StatelessRequestOptions,
): { jsonrpc: '2.0'; id: string | number; method: string; params: Params } {
  const own = isRecord(params?.['_meta']) ? params['_meta'] : {};
  return {
    jsonrpc: '2.0',
    id: id ?? nextId(),
    method,
    params: { ...params, _meta: { ...meta, ...own } },
  };
}

let ids = 0;
function nextId(): string {
  return `request-${++ids}`;
}

/** The headers that repeat what a body says (Streamable HTTP › Standard Request Headers). */
function toHeaders(method: string, params: Params | undefined): Record<string, string> {
  const name = NAMED_BY_TASK.includes(method) ? params?.['taskId'] : params?.['name'];
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

function openSubscription(
  id: string | number,
  messages: readonly RawMessage[],
  close: () => Promise<void>,
): Subscription {
  return {
    id,
    messages,
    until: async (what, isIt) => eventually(what, async () => Promise.resolve(messages.find(isIt))),
    close,
  };
}

/** Each request is a POST of its own. All that the server says goes to the log. */
export function connectStatelessHttp(
  url: string,
  log: WireLog,
  /** Sent with every request: who the client is, say. */
  ownHeaders: Readonly<Record<string, string>> = {},
): StatelessHttp {
  const send = async (
    body: { readonly method: string; readonly params?: Params | undefined },
    {
      headers,
      signal,
    }: { headers?: Readonly<Record<string, string | undefined>>; signal?: AbortSignal },
  ): Promise<Response> => {
    const all = Object.entries({
      ...toHeaders(body.method, body.params),
      ...ownHeaders,
      ...headers,
    });
    return fetch(url, {
      method: 'POST',
      headers: Object.fromEntries(
        all.filter((one): one is [string, string] => one[1] !== undefined),
      ),
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  };

  const exchange: StatelessHttp['exchange'] = async (method, params, { headers, ...options }) => {
    const body = toRequest(method, params, options);
    const connection = log.openConnection(REVISION);
    connection('client', body);
    const response = await send(body, {
      ...(headers && { headers }),
      ...(options.signal && { signal: options.signal }),
    });
    const text = await response.text();
    const messages = parseBody(text, response.headers.get('content-type'));
    for (const message of messages) connection('server', message);
    return {
      status: response.status,
      headers: response.headers,
      messages,
      message: messages.find(({ id }) => id === body.id) ?? messages.at(-1),
    };
  };

  return {
    transport: 'http',
    exchange,
    async request(method, params, options = {}) {
      const { status, message } = await within(PATIENCE_MS, exchange(method, params, options));
      if (!message) throw new Error(`No reply to ${method}: HTTP ${status}`);
      return message;
    },
    async listen(notifications, options = {}) {
      const method = 'subscriptions/listen';
      const body = toRequest(method, { notifications }, options);
      const connection = log.openConnection(REVISION);
      connection('client', body);
      const gone = new AbortController();
      const response = await send(body, { signal: gone.signal });
      const messages: RawMessage[] = [];
      const take = (message: RawMessage): void => {
        connection('server', message);
        messages.push(message);
      };
      const reading = readEvents(response, take).catch(() => undefined);
      const subscription = {
        ...openSubscription(body.id, messages, async () => {
          gone.abort();
          await reading;
        }),
        headers: response.headers,
      };
      await subscription.until('the first message of a subscription', () => true);
      return subscription;
    },
    async notify(method, params) {
      const response = await send({ method, ...(params && { params }) }, {});
      await response.text();
    },
    close: async () => Promise.resolve(),
  };
}

/** The messages of a response, each as soon as it is whole. */
export async function readEvents(
  response: Response,
  take: (message: RawMessage) => void,
): Promise<void> {
  const contentType = response.headers.get('content-type');
  if (!contentType?.includes('text/event-stream')) {
    for (const message of parseBody(await response.text(), contentType)) take(message);
    return;
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data: ')) take(JSON.parse(line.slice('data: '.length)) as RawMessage);
    }
  }
}

/** Starts a server process of its own, which learns the revision from the first request. */
export function connectStatelessStdio(options: TestServerOptions, log: WireLog): StatelessStdio {
  const { command, args, env } = serverCommand('--stdio', options);
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  // Not at its exit: what it has written last may still be under way then.
  const ended = once(child, 'close').then((): never => {
    throw new Error('The server process has ended.');
  });
  ended.catch(() => undefined);
  const connection = log.openConnection(REVISION);
  const output: RawMessage[] = [];
  const listeners = new Set<(message: RawMessage) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as RawMessage;
    output.push(message);
    connection('server', message);
    for (const listener of listeners) listener(message);
  });
  const send = (message: object): void => {
    connection('client', message);
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  const notify = (method: string, params?: Params): void => {
    send({ jsonrpc: '2.0', method, ...(params && { params }) });
  };

  return {
    transport: 'stdio',
    child,
    output,
    async request(method, params, requestOptions = {}) {
      const body = toRequest(method, params, requestOptions);
      const reply = new Promise<RawMessage>((resolve) => {
        const listener = (message: RawMessage): void => {
          if (message.id !== body.id || message.method !== undefined) return;
          listeners.delete(listener);
          resolve(message);
        };
        listeners.add(listener);
      });
      send(body);
      return within(PATIENCE_MS, Promise.race([reply, ended]));
    },
    async listen(notifications, requestOptions = {}) {
      const body = toRequest('subscriptions/listen', { notifications }, requestOptions);
      const messages: RawMessage[] = [];
      const listener = (message: RawMessage): void => {
        const meta = message.params?.['_meta'];
        const belongs = isRecord(meta) && meta[SUBSCRIPTION_ID] === body.id;
        if (belongs || (message.id === body.id && message.method === undefined)) {
          messages.push(message);
        }
      };
      listeners.add(listener);
      send(body);
      const subscription = openSubscription(body.id, messages, async () => {
        notify('notifications/cancelled', { requestId: body.id });
        return Promise.resolve();
      });
      await subscription.until('the first message of a subscription', () => true);
      return subscription;
    },
    async notify(method, params) {
      notify(method, params);
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
}
