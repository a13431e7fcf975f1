import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { eventually } from './eventually.js';
import { parseBody, post, type RawMessage } from './raw-mcp.js';
import { serverCommand, type TestServerOptions } from './start-mcp-server.js';

/** The revision that these peers speak. */
export const REV2026 = '2026-07-28';
/** What a client declares that has the extension and can be asked with forms. */
export const WITH_TASKS = {
  elicitation: { form: {} },
  extensions: { 'io.modelcontextprotocol/tasks': {} },
};
/** A client that can be asked, without the extension. */
export const FORMS_ONLY = { elicitation: {} };

/** How one request differs from the usual. */
export interface Rev2026RequestOptions {
  /** Default: {@link WITH_TASKS}. */
  readonly capabilities?: object;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly id?: string | number;
}

/** A response, with its HTTP status where there is one. */
export interface Rev2026Reply {
  readonly status?: number;
  readonly message: RawMessage;
}

/** A peer that speaks 2026-07-28 as raw JSON-RPC. */
export interface Rev2026Peer {
  request(
    method: string,
    params?: Record<string, unknown>,
    options?: Rev2026RequestOptions,
  ): Promise<Rev2026Reply>;
  /** Opens a subscription, whose messages arrive in the list until it is stopped. */
  listen(notifications: object, options?: Rev2026RequestOptions): Promise<Rev2026Subscription>;
}

/** An open subscription. */
export interface Rev2026Subscription {
  /** What has come so far, in order. */
  readonly messages: readonly RawMessage[];
  /** Waits for a message. */
  until(what: string, isIt: (message: RawMessage) => boolean): Promise<RawMessage>;
  stop(): Promise<void>;
}

/** `params` with the envelope that every request has. */
export function withEnvelope(
  params: Record<string, unknown>,
  capabilities: object = WITH_TASKS,
): Record<string, unknown> {
  const { _meta, ...rest } = params;
  return {
    ...rest,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': REV2026,
      'io.modelcontextprotocol/clientInfo': { name: 'raw-client', version: '0.0.0' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      ...(_meta as object | undefined),
    },
  };
}

function headersFor(method: string, params: Record<string, unknown>): Record<string, string> {
  const name = params['name'] ?? params['taskId'];
  return {
    'mcp-protocol-version': REV2026,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

let nextId = 0;

function waiter(messages: readonly RawMessage[]): Rev2026Subscription['until'] {
  return async (what, isIt) => eventually(what, async () => Promise.resolve(messages.find(isIt)));
}

/** Each request is a POST of its own. */
export function connectRev2026Http(url: string): Rev2026Peer {
  const send = async (
    method: string,
    params: Record<string, unknown>,
    { capabilities, headers, signal, id = ++nextId }: Rev2026RequestOptions,
  ): Promise<Response> =>
    post(
      url,
      { jsonrpc: '2.0', id, method, params: withEnvelope(params, capabilities) },
      { headers: { ...headersFor(method, params), ...headers }, ...(signal && { signal }) },
    );
  return {
    async request(method, params = {}, options = {}) {
      const response = await send(method, params, options);
      const messages = parseBody(await response.text(), response.headers.get('content-type'));
      const message = messages.at(-1);
      if (!message) throw new Error(`No reply to ${method}: HTTP ${response.status}`);
      return { status: response.status, message };
    },
    async listen(notifications, options = {}) {
      const stopped = new AbortController();
      const response = await send(
        'subscriptions/listen',
        { notifications },
        { ...options, signal: stopped.signal },
      );
      const messages: RawMessage[] = [];
      const read = async (): Promise<void> => {
        const decoder = new TextDecoder();
        let text = '';
        for await (const chunk of response.body ?? []) {
          text += decoder.decode(chunk as Uint8Array, { stream: true });
          const end = text.lastIndexOf('\n\n');
          if (end < 0) continue;
          messages.push(...parseBody(text.slice(0, end), 'text/event-stream'));
          text = text.slice(end + 2);
        }
      };
      const reading = read().catch(() => undefined);
      return {
        messages,
        until: waiter(messages),
        async stop() {
          stopped.abort();
          await reading;
        },
      };
    },
  };
}

/** A peer over the standard input and output of a server process of its own. */
export interface Rev2026Stdio extends Rev2026Peer {
  readonly child: ChildProcess;
  /** Everything that the server has written so far. */
  readonly messages: readonly RawMessage[];
  send(message: object): void;
  close(): Promise<void>;
}

/** Starts a server process; nothing is said to it yet. */
export function connectRev2026Stdio(options: TestServerOptions): Rev2026Stdio {
  const { command, args, env } = serverCommand('--stdio', options);
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const messages: RawMessage[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    messages.push(JSON.parse(line) as RawMessage);
  });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const until = waiter(messages);
  return {
    child,
    messages,
    send,
    async request(method, params = {}, { capabilities, id = `r${++nextId}` } = {}) {
      send({ id, method, params: withEnvelope(params, capabilities) });
      const message = await until(
        `the reply to ${method}`,
        (reply) => reply.id === id && reply.method === undefined,
      );
      return { message };
    },
    async listen(notifications, { capabilities, id = `l${++nextId}` } = {}) {
      const from = messages.length;
      send({
        id,
        method: 'subscriptions/listen',
        params: withEnvelope({ notifications }, capabilities),
      });
      await until('the acknowledgment', (message) => messages.indexOf(message) >= from);
      const stop = async (): Promise<void> => {
        send({ method: 'notifications/cancelled', params: { requestId: id } });
        return Promise.resolve();
      };
      return { messages, until, stop };
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}
