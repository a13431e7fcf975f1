/** A server that two people and the user of its machine share, to test the access of each to the others' data. */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

import { createTaskServer } from '../../../src/app/server/create-task-server.js';
import { loadManifest } from '../../../src/manifest/load/load-manifest.js';
import { post26, readAnswer } from '../auth/with-protected-server.js';
import { createRequestCounter, type RequestCounter } from '../count-requests.js';
import { PATIENCE_MS, within } from '../eventually.js';
import { envelope } from '../raw-mcp-2026.js';
import { initializeParams, post, type RawMessage } from '../raw-mcp.js';
import { temporalAddress } from '../start-mcp-server.js';

export const ATTACKED_REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type AttackedRevision = (typeof ATTACKED_REVISIONS)[number];

/** The reply to a request, byte by byte. */
export interface ChannelReply {
  /** Absent over stdio. */
  readonly status?: number;
  readonly headers: readonly (readonly [string, string])[];
  /** The body; if it stays open, up to the first message. Over stdio: the line. */
  readonly text: string;
  readonly message: RawMessage | undefined;
}

/** A principal's connection to the server. It sends one request at a time. */
export interface Channel {
  readonly title: string;
  readonly revision: AttackedRevision;
  readonly hasSession: boolean;
  /** True if the server does no work for it between its requests. */
  readonly isQuiet: boolean;
  readonly send: (method: string, params: object) => Promise<ChannelReply>;
}

/** A server under attack. */
export interface AttackedServer {
  readonly url: string;
  /** Counts the server's calls to Temporal. */
  readonly counter: RequestCounter;
  /** The calls since the count began, by name, without reads of the retention. */
  readonly cost: () => Readonly<Record<string, number>>;
  /** Connects a person over HTTP by name. */
  readonly connectHttp: (
    who: string,
    revision: AttackedRevision,
    options?: { readonly session?: string },
  ) => Channel;
  /** Connects the user who has started the process. That principal differs from everybody over HTTP. */
  readonly connectStdio: (revision: AttackedRevision) => Promise<Channel>;
  /** Begins a person's session under 2025-11-25. */
  readonly beginSession: (who: string, capabilities?: object) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** A token that the server refuses. Every other token is a person's name; other tests verify real tokens. */
export const WRONG_TOKEN = 'wrong';
const ISSUER = 'https://as.example.com';
/** Headers that differ between two answers to the same request. */
const CHANGING_HEADERS = ['date', 'content-length', 'keep-alive'];
/** The read of a namespace's retention. It depends on no task: if it times out, the next request repeats it. */
const READ_ANEW = 'DescribeNamespace';
/** Methods whose answers stay open until the client leaves. */
const STREAMING = ['subscriptions/listen'];

function isWhole(text: string): boolean {
  return text.split('\n').some((line) => line.startsWith('data: ') && line.length > 6);
}

/** Reads a stream up to its first message, then leaves it. */
async function readFirst(response: Response, leave: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (isWhole(text)) break;
  }
  leave();
  return text;
}

async function toReply(response: Response, text: string): Promise<ChannelReply> {
  const { status, headers } = response;
  const answer = await readAnswer(new Response(text, { headers }));
  const told = [...headers].filter(([name]) => !CHANGING_HEADERS.includes(name));
  return { status, headers: told, text, message: answer.message };
}

function createHttpChannel(
  url: string,
  { who, revision, session }: { who: string; revision: AttackedRevision; session?: string },
): Channel {
  const headers = {
    authorization: `Bearer ${who}`,
    ...(session !== undefined && { 'mcp-session-id': session }),
  };
  return {
    title: `HTTP${session === undefined ? '' : ' with a session'}`,
    revision,
    hasSession: session !== undefined,
    isQuiet: true,
    async send(method, params) {
      const gone = new AbortController();
      const { signal } = gone;
      const response =
        revision === '2025-11-25'
          ? await post(url, { jsonrpc: '2.0', id: 1, method, params }, { headers, signal })
          : await post26(url, { method, params, headers, signal });
      const isOpen = STREAMING.includes(method) && response.status === 200;
      const text = isOpen
        ? await readFirst(response, () => {
            gone.abort();
          }).catch(() => '')
        : await response.text();
      return toReply(response, text);
    },
  };
}

interface Streams {
  readonly input: PassThrough;
  readonly output: PassThrough;
}

/** Sends requests as lines of JSON, one at a time, each with its own ID. */
async function createStdioChannel(
  { input, output }: Streams,
  revision: AttackedRevision,
): Promise<Channel> {
  let onLine: (line: string) => void = () => undefined;
  createInterface({ input: output }).on('line', (line) => {
    onLine(line);
  });
  const write = (message: object): void => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  let count = 0;
  const send: Channel['send'] = async (method, params) => {
    count += 1;
    const id = `request-${1_000_000 + count}`;
    const { _meta } = params as { readonly _meta?: object };
    const withMeta =
      revision === '2025-11-25' ? params : { ...params, _meta: { ...envelope(), ..._meta } };
    const reply = new Promise<string>((resolve) => {
      // The first message of a subscription has the ID in another member.
      onLine = (line) => {
        if (line.includes(`"${id}"`)) resolve(line);
      };
    });
    write({ id, method, params: withMeta });
    const text = await within(PATIENCE_MS, reply);
    if (STREAMING.includes(method)) {
      write({ method: 'notifications/cancelled', params: { requestId: id } });
    }
    return {
      headers: [],
      text: text.replaceAll(id, 'REQUEST'),
      message: JSON.parse(text) as RawMessage,
    };
  };
  if (revision === '2025-11-25') {
    await send('initialize', initializeParams());
    write({ method: 'notifications/initialized' });
  }
  return { title: 'stdio', revision, hasSession: false, isQuiet: false, send };
}

/** Starts the server in this process, on a real socket and on streams. */
export async function startAttackedServer(
  manifestPath: string,
  environment: Readonly<Record<string, string>>,
): Promise<AttackedServer> {
  const counter = createRequestCounter();
  const server = await createTaskServer({
    manifest: await loadManifest(manifestPath, environment),
    temporal: {
      connection: { address: temporalAddress(), interceptors: [counter.interceptor] },
      namespace: 'default',
    },
    secret: randomBytes(32),
    auth: {
      verifyToken: async (token) => {
        const claims = { iss: ISSUER, sub: token };
        return Promise.resolve(token === WRONG_TOKEN ? undefined : { claims, scopes: [] });
      },
    },
  });
  const { url } = await server.listen({ port: 0 });
  const connections: { readonly close: () => Promise<void> }[] = [];
  return {
    url,
    counter,
    cost: () => {
      const sent = Object.entries(counter.sent());
      return Object.fromEntries(sent.filter(([name]) => name !== READ_ANEW));
    },
    connectHttp: (who, revision, { session } = {}) =>
      createHttpChannel(url, { who, revision, ...(session !== undefined && { session }) }),
    async connectStdio(revision) {
      const streams = { input: new PassThrough(), output: new PassThrough() };
      connections.push(await server.serveStdio(streams));
      return createStdioChannel(streams, revision);
    },
    async beginSession(who, capabilities = {}) {
      const params = initializeParams(undefined, capabilities);
      const body = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
      const response = await post(url, body, { headers: { authorization: `Bearer ${who}` } });
      await response.text();
      return response.headers.get('mcp-session-id') ?? '';
    },
    async close() {
      for (const { close } of connections) await close();
      await server.close();
    },
  };
}
