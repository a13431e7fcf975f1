import { afterAll, beforeAll } from '@jest/globals';

import type { AuthOptions } from '../../../src/app/server/create-server-gate.js';
import { createTaskServer } from '../../../src/app/server/create-task-server.js';
import type { TaskServer } from '../../../src/app/server/task-server.js';
import type { AuditSettings } from '../../../src/core/audit.js';
import type { Logger } from '../../../src/core/logger.js';
import type { InboxSettings } from '../../../src/core/question/inbox-settings.js';
import { loadManifest, parseManifest } from '../../../src/manifest/load/load-manifest.js';
import type { Manifest } from '../../../src/manifest/manifest.js';
import { findQuietPort } from '../find-quiet-port.js';
import { envelope, REVISION } from '../raw-mcp-2026.js';
import { initializeParams, parseBody, post, type RawMessage } from '../raw-mcp.js';
import { temporalAddress, TEST_MANIFEST } from '../start-mcp-server.js';
import { type TestTasks, withTasks } from '../with-tasks.js';

import { type LocalIssuer, startLocalIssuer } from './local-issuer.js';

/** One line of the log. */
export interface LogLine extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly message: string;
}

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON-RPC response, or the whole body if it is another one. */
  readonly message: RawMessage & Readonly<Record<string, unknown>>;
}

export interface ProtectedServer {
  readonly given: TestTasks;
  readonly issuer: LocalIssuer;
  /** The URL of the endpoint, which is the audience of valid tokens. */
  readonly resource: string;
  readonly url: string;
  readonly log: readonly LogLine[];
  readonly server: TaskServer;
  /** Sends a request of 2025-11-25. */
  readonly send25: (
    token: string | undefined,
    body: object,
    headers?: Headers25,
  ) => Promise<Answer>;
  /** Sends a request of 2026-07-28. */
  readonly send26: (token: string | undefined, method: string, params?: object) => Promise<Answer>;
}

type Headers25 = Readonly<Record<string, string>>;

export interface ProtectedServerOptions {
  /** `server.auth` as YAML, besides the issuer, which signs for `resource`. */
  readonly auth?: (issuer: LocalIssuer) => string;
  /** `server.limits`, as YAML. Default: the server's own. */
  readonly limits?: string;
  /** `server.trustProxy`. */
  readonly trustProxy?: readonly string[];
  /** More tools, as YAML. */
  readonly tools?: string;
  /** Actions, as YAML. */
  readonly actions?: string;
  /** `server.inbox`: its settings, or a function that returns YAML for a server of that URL. */
  readonly inbox?: InboxSettings | ((resource: string) => Promise<string>);
  /** Makes `server.audit` when the server is made. */
  readonly audit?: () => Promise<AuditSettings>;
  readonly hooks?: AuthOptions;
  readonly worker?: boolean;
}

export const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Reads an answer to its end. */
export async function readAnswer(response: Response): Promise<Answer> {
  // No answer of the MCP endpoint sets a cookie.
  if (response.headers.has('set-cookie')) throw new Error('The server has set a cookie.');
  const text = await response.text();
  const messages = parseBody(text, response.headers.get('content-type'));
  return {
    status: response.status,
    headers: response.headers,
    text,
    message: messages.at(-1) as never,
  };
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Sends a request of 2026-07-28 with the headers that belong to it. */
export async function post26(
  url: string,
  {
    method,
    params = {},
    headers = {},
    capabilities,
    signal,
  }: {
    readonly method: string;
    readonly params?: object;
    readonly headers?: Readonly<Record<string, string>>;
    /** The client's capabilities. Default: all. */
    readonly capabilities?: object | undefined;
    readonly signal?: AbortSignal;
  },
): Promise<Response> {
  type Naming = Readonly<Partial<Record<'name' | 'taskId' | 'uri', string>>>;
  const { name, taskId, uri, _meta } = params as Naming & { readonly _meta?: object };
  const named = taskId ?? name ?? uri;
  return post(
    url,
    {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: { ...envelope(capabilities), ..._meta } },
    },
    {
      headers: {
        'mcp-protocol-version': REVISION,
        'mcp-method': method,
        ...(named !== undefined && { 'mcp-name': named }),
        ...headers,
      },
      ...(signal && { signal }),
    },
  );
}

async function toManifest(
  { taskQueue }: TestTasks,
  issuer: LocalIssuer,
  { resource, options }: { readonly resource: string; readonly options: ProtectedServerOptions },
): Promise<Manifest> {
  const environment = { TEST_TASK_QUEUE: taskQueue };
  const manifest = await loadManifest(TEST_MANIFEST, environment);
  const more =
    options.auth?.(issuer) ?? `issuers: [{ issuer: "${issuer.issuer}" }], scopes: [tasks:use]`;
  const { inbox: given } = options;
  const inboxSource = typeof given === 'function' && `inbox: ${await given(resource)},`;
  const { auth, limits, tools, actions, inbox } = parseManifest(
    `{ defaults: { workflow: { taskQueue: ${taskQueue} }, task: { becomesTaskAfter: 0s, joinRepeats: false } }, tools: { ${options.tools ?? 'unused: { workflow: unused }'}, waiting: { workflow: waitForFinish } }, actions: { ${options.actions ?? ''} } }`,
    {
      server: `{ ${inboxSource || ''} auth: { resource: ${resource}, ${more} }, limits: ${options.limits ?? '{}'} }`,
    },
  );
  return {
    ...manifest,
    ...(auth && { auth }),
    ...(limits && { limits }),
    ...(inbox && { inbox }),
    ...(actions && { actions }),
    ...(options.trustProxy && { trustProxy: options.trustProxy }),
    // An inbox requires the settings for signing in, also in tests where nobody signs in.
    ...(typeof given === 'object' && { inbox: { signIn: { clientId: 'inbox' }, ...given } }),
    ...(options.audit && { audit: await options.audit() }),
    taskTools: '',
    tools: new Map([...manifest.tools, ...tools]),
  };
}

/**
 * Gives a test file a server that asks for tokens, and an issuer of them: both on real sockets, in this process.
 *
 * @returns A function that gives them, from the first test on.
 */
export function withProtectedServer(options: ProtectedServerOptions = {}): () => ProtectedServer {
  const given = withTasks({ worker: options.worker ?? false });
  let current: ProtectedServer | undefined;

  beforeAll(async () => {
    const port = await findQuietPort();
    const resource = `http://127.0.0.1:${port}/mcp`;
    const issuer = await startLocalIssuer(resource);
    const lines: LogLine[] = [];
    const write =
      (level: string): Logger['info'] =>
      (fields, message) =>
        void lines.push({ ...fields, level, message });
    const server = await createTaskServer({
      manifest: await toManifest(given(), issuer, { resource, options }),
      temporal: { connection: { address: temporalAddress() }, namespace: 'default' },
      secret: given().secret,
      logger: { info: write('info'), warn: write('warn'), error: write('error') },
      ...(options.hooks && { auth: options.hooks }),
    });
    const { url } = await server.listen({ port });
    current = {
      given: given(),
      issuer,
      resource,
      url,
      log: lines,
      server,
      send25: async (token, body, headers = {}) =>
        readAnswer(await post(url, body, { headers: { ...bearer(token), ...headers } })),
      send26: async (token, method, params = {}) =>
        readAnswer(await post26(url, { method, params, headers: bearer(token) })),
    };
  });

  afterAll(async () => {
    await current?.server.close();
    await current?.issuer.close();
  });

  return () => {
    if (!current) throw new Error('The server is there in tests only.');
    return current;
  };
}

/** Begins a session of 2025-11-25. */
export async function beginSession(
  { send25 }: ProtectedServer,
  token: string,
  capabilities: object = {},
): Promise<string> {
  const params = initializeParams(undefined, capabilities);
  const { headers, status } = await send25(token, {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params,
  });
  const session = headers.get('mcp-session-id');
  if (session === null) throw new Error(`No session: HTTP ${status}`);
  return session;
}
