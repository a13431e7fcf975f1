/** Peers that use revision 2026-07-28 as raw JSON-RPC, so that tests check the protocol without a client library. */
import type { ChildProcess } from 'node:child_process';

import { readMessages } from '../../lab/wire/http.js';
import {
  REVISION_2026,
  TASKS_EXTENSION,
  toEnvelope,
  toHeaders2026,
} from '../../lab/wire/revisions.js';
import { openStdio } from '../../lab/wire/stdio.js';
import { isRecord } from '../../src/core/value/is-record.js';

import type { WireLog } from './conformance/wire-log.js';
import { eventually, PATIENCE_MS, within } from './eventually.js';
import { parseBody, type RawMessage } from './raw-mcp.js';
import { serverCommand, type TestServerOptions } from './start-mcp-server.js';

export { TASKS_EXTENSION };
export const REVISION = REVISION_2026;
export const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Capabilities of a client that takes tasks and every kind of question. */
export const ALL_CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: {},
  extensions: { [TASKS_EXTENSION]: {} },
};
/** Capabilities of a client that takes questions, without the extension. */
export const NO_EXTENSION = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** The `_meta` that every request of this revision has. */
export function envelope(capabilities: object = ALL_CAPABILITIES): Record<string, unknown> {
  return toEnvelope('raw-client', capabilities);
}

type Params = Readonly<Record<string, unknown>>;

export interface StatelessRequestOptions {
  /** The client's capabilities in this request. Default: {@link ALL_CAPABILITIES}. */
  readonly capabilities?: object;
  /** Replaces the whole `_meta`. */
  readonly meta?: object;
  readonly id?: string | number;
  readonly signal?: AbortSignal;
}

/** The stream of a `subscriptions/listen`. */
export interface Subscription {
  readonly id: string | number;
  /** Messages of the stream so far; the response, if there is one, is the last. */
  readonly messages: readonly RawMessage[];
  /** Waits for a message of the stream, past ones included. */
  readonly until: (what: string, isIt: (message: RawMessage) => boolean) => Promise<RawMessage>;
  /** Ends the stream as its client. */
  readonly close: () => Promise<void>;
  /** Headers of the HTTP response; absent over stdio. */
  readonly headers?: Headers;
}

export interface StatelessMcp {
  readonly transport: 'http' | 'stdio';
  /** Sends a request with its `_meta` and headers, and resolves with its response. */
  request(method: string, params?: Params, options?: StatelessRequestOptions): Promise<RawMessage>;
  /** Opens a subscription, and resolves at its first message of any kind. */
  listen(notifications: object, options?: StatelessRequestOptions): Promise<Subscription>;
  notify(method: string, params?: Params): Promise<void>;
  close(): Promise<void>;
}

/** The reply to an HTTP request. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly messages: readonly RawMessage[];
  /** The response to the request, or the last message if there is no response. */
  readonly message: RawMessage | undefined;
}

export interface StatelessHttp extends StatelessMcp {
  /** Sends a request with changed headers: `undefined` omits a header. */
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
  /** Messages of the server so far. */
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

function openSubscription(
  id: string | number,
  messages: readonly RawMessage[],
  close: () => Promise<void>,
): Subscription {
  return {
    id,
    messages,
    until: async (what, isIt) => eventually(what, () => messages.find(isIt)),
    close,
  };
}

/** Sends each request as a separate POST. The log gets all messages of the server. */
export function connectStatelessHttp(
  url: string,
  log: WireLog,
  /** Headers of every request, such as the client's identity. */
  ownHeaders: Readonly<Record<string, string>> = {},
): StatelessHttp {
  const send = async (
    body: RawMessage,
    {
      headers,
      signal,
    }: { headers?: Readonly<Record<string, string | undefined>>; signal?: AbortSignal },
  ): Promise<Response> => {
    const all = Object.entries<string | undefined>({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...toHeaders2026(body),
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

/** Reads the messages of a response, each as soon as it is complete. */
export async function readEvents(
  { body, headers }: Response,
  take: (message: RawMessage) => void,
): Promise<void> {
  return readMessages(body, headers.get('content-type'), take);
}

/** Starts a separate server process, which learns the revision from the first request. */
export function connectStatelessStdio(options: TestServerOptions, log: WireLog): StatelessStdio {
  const { child, close, ...stdio } = openStdio(serverCommand('--stdio', options));
  const connection = log.openConnection(REVISION);
  const output: RawMessage[] = [];
  stdio.listen((message) => {
    output.push(message);
    connection('server', message);
  });
  const notify = (method: string, params?: Params): void => {
    const message = { jsonrpc: '2.0' as const, method, ...(params && { params }) };
    connection('client', message);
    stdio.send(message);
  };

  return {
    transport: 'stdio',
    child,
    output,
    async request(method, params, requestOptions = {}) {
      const body = toRequest(method, params, requestOptions);
      connection('client', body);
      const reply = await within(PATIENCE_MS, stdio.request(body));
      if (!reply) throw new Error('The server process has ended.');
      return reply;
    },
    async listen(notifications, requestOptions = {}) {
      const body = toRequest('subscriptions/listen', { notifications }, requestOptions);
      const messages: RawMessage[] = [];
      stdio.listen((message) => {
        const meta = message.params?.['_meta'];
        const belongs = isRecord(meta) && meta[SUBSCRIPTION_ID] === body.id;
        if (belongs || (message.id === body.id && message.method === undefined)) {
          messages.push(message);
        }
      });
      connection('client', body);
      stdio.send(body);
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
    close,
  };
}
