/** Raw clients that answer a server's requests by hand, in place of an SDK's client. */
import { readMessages } from '../../lab/wire/http.js';
import { RELATED_TASK } from '../../lab/wire/revisions.js';

import { eventually } from './eventually.js';
import { connectRawStdio, initializeParams, PROTOCOL_VERSION, type RawMessage } from './raw-mcp.js';
import type { TestServerOptions } from './start-mcp-server.js';

/** Capabilities of a client that takes every kind of question. */
export const ALL_CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
};

/** A request that is under way. */
export interface OpenRequest {
  readonly id: string;
  readonly reply: Promise<RawMessage>;
  /** The messages of this request's stream over HTTP, or all messages over stdio; the reply included. */
  readonly received: readonly RawMessage[];
  /** Ends the stream, as a client does that disconnects. Over stdio it does nothing. */
  readonly drop: () => void;
}

/** A client that takes questions. */
export interface AskedClient {
  readonly transport: 'http' | 'stdio';
  /** The messages of all streams so far. */
  readonly received: readonly RawMessage[];
  open(method: string, params?: unknown): OpenRequest;
  request(method: string, params?: unknown): Promise<RawMessage>;
  /** Sends a response or a notification. @returns The HTTP status; 202 over stdio, which has none. */
  send(message: object): Promise<number>;
  close(): Promise<void>;
}

/** A client over Streamable HTTP, with a session. */
export interface AskedHttpClient extends AskedClient {
  readonly sessionId: string;
  /** Opens the standing stream by a GET. Resolves when the server has accepted it. */
  listen(): Promise<Pick<OpenRequest, 'received' | 'drop'>>;
}

export interface AskedHttpOptions {
  /** Default: {@link ALL_CAPABILITIES}. */
  readonly capabilities?: object;
  readonly protocolVersion?: string;
  readonly clientName?: string;
  /** The session of another client. Default: a new one. */
  readonly sessionId?: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

let nextId = 0;

/** Makes an ID that is unique over all clients, so that tests do not confuse replies. */
function newId(): string {
  nextId += 1;
  return `request-${nextId}`;
}

/**
 * Connects over Streamable HTTP.
 *
 * @param urls Targets of the requests in turn, as a load balancer without affinity chooses them. Later changes of the
 * list take effect.
 */
export async function connectAskedHttp(
  urls: readonly string[],
  {
    capabilities = ALL_CAPABILITIES,
    protocolVersion = PROTOCOL_VERSION,
    clientName,
    sessionId: given,
    headers: more = {},
  }: AskedHttpOptions = {},
): Promise<AskedHttpClient> {
  const received: RawMessage[] = [];
  const dropAll = new Set<AbortController>();
  let sessionId = given;
  let turn = 0;

  const fetchNext = async (init: RequestInit, accept: string): Promise<Response> => {
    const url = urls[turn % urls.length] ?? '';
    turn += 1;
    return fetch(url, {
      ...init,
      headers: {
        'content-type': 'application/json',
        accept,
        'mcp-protocol-version': protocolVersion,
        ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
        ...more,
      },
    });
  };
  const post = async (message: object, signal?: AbortSignal): Promise<Response> =>
    fetchNext(
      {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        ...(signal && { signal }),
      },
      'application/json, text/event-stream',
    );

  const open: AskedClient['open'] = (method, params) => {
    const id = newId();
    const own: RawMessage[] = [];
    const gone = new AbortController();
    dropAll.add(gone);
    const exchange = async (): Promise<RawMessage> => {
      try {
        const message = { id, method, ...(params !== undefined && { params }) };
        const response = await post(message, gone.signal);
        await readMessages(response.body, response.headers.get('content-type'), (one) => {
          own.push(one);
          received.push(one);
        });
      } finally {
        dropAll.delete(gone);
      }
      const reply = own.find((one) => one.id === id && one.method === undefined) ?? own.at(-1);
      if (!reply) throw new Error(`There was no reply to ${method}.`);
      return reply;
    };
    const reply = exchange();
    // A test that drops the stream does not wait for the reply.
    reply.catch(() => undefined);
    const drop = (): void => {
      gone.abort();
    };
    return { id, reply, received: own, drop };
  };

  if (sessionId === undefined) {
    const initialize = {
      id: newId(),
      method: 'initialize',
      params: initializeParams(protocolVersion, capabilities, clientName),
    };
    const response = await post(initialize);
    await response.text();
    sessionId = response.headers.get('mcp-session-id') ?? undefined;
    if (sessionId === undefined) throw new Error(`No session: HTTP ${response.status}`);
  }

  return {
    transport: 'http',
    sessionId,
    received,
    open,
    request: async (method, params) => open(method, params).reply,
    async send(message) {
      const response = await post(message);
      await response.text();
      return response.status;
    },
    async listen() {
      const own: RawMessage[] = [];
      const gone = new AbortController();
      dropAll.add(gone);
      const response = await fetchNext({ method: 'GET', signal: gone.signal }, 'text/event-stream');
      if (response.status !== 200) throw new Error(`No stream: HTTP ${response.status}`);
      readMessages(response.body, response.headers.get('content-type'), (one) => {
        own.push(one);
        received.push(one);
      }).catch(() => undefined);
      const drop = (): void => {
        gone.abort();
      };
      return { received: own, drop };
    },
    close: async () => {
      for (const gone of dropAll) gone.abort();
      return Promise.resolve();
    },
  };
}

/** Starts a server process and connects over its standard input and output. */
export async function connectAskedStdio(
  options: TestServerOptions,
  capabilities: object = ALL_CAPABILITIES,
): Promise<AskedClient> {
  const mcp = await connectRawStdio(options, PROTOCOL_VERSION, capabilities);
  const received: RawMessage[] = [];
  mcp.listen((message) => received.push(message));
  const open: AskedClient['open'] = (method, params) => {
    const id = newId();
    const reply = mcp.request(method, params, { id });
    return { id, reply, received, drop: () => undefined };
  };
  return {
    transport: 'stdio',
    received,
    open,
    request: async (method, params) => open(method, params).reply,
    async send(message) {
      mcp.sendLine(JSON.stringify({ jsonrpc: '2.0', ...message }));
      return Promise.resolve(202);
    },
    close: mcp.close,
  };
}

/** A question as a client receives it. */
export interface Question extends RawMessage {
  readonly id: string;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** True for a request of the server: each of them has params. */
function isQuestion(message: RawMessage): message is Question {
  return message.method !== undefined && typeof message.id === 'string';
}

/** The task that a message names in its metadata. */
export function relatedTaskOf({ params, result }: RawMessage): string | undefined {
  type Meta = Readonly<Record<string, { readonly taskId?: string }>> | undefined;
  const meta = (params?.['_meta'] ?? result?.['_meta']) as Meta;
  return meta?.[RELATED_TASK]?.taskId;
}

/** The questions among messages, of one task or of all. */
export function questionsIn(messages: readonly RawMessage[], taskId?: string): Question[] {
  return messages
    .filter(isQuestion)
    .filter((question) => taskId === undefined || relatedTaskOf(question) === taskId);
}

/** Waits for `count` questions, and returns them. Default: 1. */
export async function untilAsked(
  { received }: { readonly received: readonly RawMessage[] },
  { taskId, count = 1 }: { readonly taskId?: string; readonly count?: number } = {},
): Promise<readonly [Question, ...Question[]]> {
  return eventually(`${count} questions`, async () => {
    const [first, ...others] = questionsIn(received, taskId);
    if (!first || others.length + 1 < count) return Promise.resolve(undefined);
    return Promise.resolve([first, ...others] as const);
  });
}

/** The notifications of one method among messages. */
export function notificationsIn(messages: readonly RawMessage[], method: string): RawMessage[] {
  return messages.filter((message) => message.method === method && message.id === undefined);
}
