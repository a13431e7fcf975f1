/** Raw clients that servers can ask something: what an SDK's client does with requests of a server, by hand. */
import { readMessages } from '../../lab/wire/http.js';
import { RELATED_TASK } from '../../lab/wire/revisions.js';

import { eventually } from './eventually.js';
import { connectRawStdio, initializeParams, PROTOCOL_VERSION, type RawMessage } from './raw-mcp.js';
import type { TestServerOptions } from './start-mcp-server.js';

/** The capabilities of a client that can be asked anything. */
export const ALL_CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
};

/** A request that is under way. */
export interface OpenRequest {
  readonly id: string;
  readonly reply: Promise<RawMessage>;
  /** Over HTTP what came on this request's stream, over stdio everything; the reply included. */
  readonly received: readonly RawMessage[];
  /** Ends the stream, as a client does that goes away. Over stdio it does nothing. */
  readonly drop: () => void;
}

/** A client that can be asked. */
export interface AskedClient {
  readonly transport: 'http' | 'stdio';
  /** Everything that any stream has brought so far. */
  readonly received: readonly RawMessage[];
  open(method: string, params?: unknown): OpenRequest;
  request(method: string, params?: unknown): Promise<RawMessage>;
  /** Sends a response or a notification. @returns The HTTP status; over stdio, which acknowledges nothing, 202. */
  send(message: object): Promise<number>;
  close(): Promise<void>;
}

/** A client over Streamable HTTP, with a session. */
export interface AskedHttpClient extends AskedClient {
  readonly sessionId: string;
  /** Opens the stream that belongs to no request. Resolves when the server has accepted it. */
  listen(): Promise<Pick<OpenRequest, 'received' | 'drop'>>;
}

export interface AskedHttpOptions {
  /** Default: {@link ALL_CAPABILITIES}. */
  readonly capabilities?: object;
  readonly protocolVersion?: string;
  /** A session of another client's making, in place of one of its own. */
  readonly sessionId?: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

let nextId = 0;

/** Unique over all clients, so that no test takes another one's reply for its own. */
function newId(): string {
  nextId += 1;
  return `request-${nextId}`;
}

/**
 * Connects over Streamable HTTP.
 *
 * @param urls Where each request goes: to the first, the second, … and around again, as a load balancer without
 * affinity sends them. A list that is changed later counts from then on.
 */
export async function connectAskedHttp(
  urls: readonly string[],
  {
    capabilities = ALL_CAPABILITIES,
    protocolVersion = PROTOCOL_VERSION,
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
    // Whoever dropped it does not wait for it.
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
      params: initializeParams(protocolVersion, capabilities),
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

/** Every request that a server can have for a client has params. */
function isQuestion(message: RawMessage): message is Question {
  return message.method !== undefined && typeof message.id === 'string';
}

/** The task that a message names in its metadata. */
export function relatedTaskOf({ params, result }: RawMessage): string | undefined {
  type Meta = Readonly<Record<string, { readonly taskId?: string }>> | undefined;
  const meta = (params?.['_meta'] ?? result?.['_meta']) as Meta;
  return meta?.[RELATED_TASK]?.taskId;
}

/** The questions among messages; those of one task, or of all. */
export function questionsIn(messages: readonly RawMessage[], taskId?: string): Question[] {
  return messages
    .filter(isQuestion)
    .filter((question) => taskId === undefined || relatedTaskOf(question) === taskId);
}

/** Waits until so many questions have come, and returns them. */
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
