import { pipeline, Readable } from 'node:stream';

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  hostHeaderValidation,
  localhostHostValidation,
} from '@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';

import type { Logger } from '../core/logger.js';
import { LOCAL_OWNER } from '../core/owner.js';
import type { Sealer } from '../core/sealer.js';
import { asksBeforeStart } from '../core/start-questions.js';
import type { Owner, Tasks } from '../core/tasks.js';
import type { ToolCatalog } from '../core/tool-definition.js';
import {
  checkMessage,
  type ConnectionInfo,
  hasLateQuestions,
  hasTasks,
  openSession,
  type OwnerContext,
  routeAnswer,
  sealSession,
  type Session,
  serveStandaloneStream,
} from '../mcp/rev2025-11-25/index.js';

import { validateOrigin } from './validate-origin.js';

/** Where MCP is served. */
export const MCP_PATH = '/mcp';
const SESSION_HEADER = 'mcp-session-id';
const PROTOCOL_VERSION_HEADER = 'mcp-protocol-version';
/** Clients without a session cannot be asked, and share what has been reported of a task. */
const NO_SESSION = 'none';
const SESSION_ENDED = { code: -32001, message: 'The session has ended: initialize again.' };
/** The limit that the MCP SDK has for request bodies too. Arguments are limited further, before a task is started. */
const MAX_BODY = '4mb';
/** Requests whose answer may take its time or be preceded by messages; all others are answered with one JSON body. */
const STREAMED_METHODS: readonly string[] = ['tools/call', 'tasks/result'];

/** Another generation on the same endpoint, which takes the requests that are its own. */
export interface HttpGeneration {
  /** Whether it answers a request, whose body has been parsed; also where the answer is that it does not serve it. */
  readonly serves: (request: Request) => Promise<boolean>;
  readonly answer: (request: Request, response: Response) => Promise<void>;
  /** Ends what is open, as gracefully as its protocol can. */
  readonly close: () => Promise<void>;
}

/** What is served, and whose requests are answered. */
export interface HttpAppOptions {
  /** Makes the server for one request. It must not remember anything: the next request meets another one. */
  readonly createServer: (connection: ConnectionInfo) => McpServer;
  /** Generation 2026-07-28 (`createHttpGeneration` of `serve-rev2026.ts`). Default: 2025-11-25 alone is served. */
  readonly rev2026?: HttpGeneration;
  /** Where answers to tasks' questions go: they are POSTs of their own, and may meet any process. */
  readonly tasks: Tasks;
  /** The same as the server's. Needed where a tool asks before it starts, also in a call that becomes a task. */
  readonly tools?: ToolCatalog;
  /** Seals session IDs. The same as the server's. */
  readonly sealer: Sealer;
  /** Whose request it is; the same as the server's. Default: everybody is the one local user. */
  readonly toOwner?: (context: OwnerContext) => Owner | Promise<Owner>;
  /**
   * Whether late questions go out ahead of the reply to `tasks/get`; the same as the server's, which says more of it.
   * Default: false.
   */
  readonly asksOnPoll?: boolean;
  /**
   * Values of `Host` that are answered, without the port. Default: `localhost`, `127.0.0.1` and `[::1]`, which
   * keeps web pages from reaching a local server through a name of their own (DNS rebinding).
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Values of `Origin` that are answered, scheme and port included. Default: those of the allowed hosts. A
   * request without `Origin` does not come from a web page and is answered.
   */
  readonly allowedOrigins?: readonly string[];
  /** Default: nothing is logged. */
  readonly logger?: Logger;
}

function sendError(
  response: Response,
  httpStatus: number,
  error: { readonly code: number; readonly message: string },
): void {
  response.status(httpStatus).json({ jsonrpc: '2.0', error, id: null });
}

/** A single JSON body, so that `tasks/get` opens no stream (Tasks › Input Required Status, note). */
function wantsJson({ body, headers }: Request, tools: ToolCatalog | undefined): boolean {
  const { method, params } = (body ?? {}) as {
    method?: unknown;
    params?: { task?: unknown; name?: unknown };
  };
  if (typeof method !== 'string') return false;
  const tool = tools?.get(String(params?.name));
  const mayAsk = tool !== undefined && asksBeforeStart(tool);
  // Where the revision has no tasks, `task` is ignored, and the call may have something to ask.
  const createsTask =
    method === 'tools/call' &&
    params?.task !== undefined &&
    !mayAsk &&
    hasTasks(headers[PROTOCOL_VERSION_HEADER]);
  return createsTask || !STREAMED_METHODS.includes(method);
}

/** What a request says of the client: its session, begun here or brought along. */
async function readSession(
  request: Request,
  owner: Owner,
  { sealer }: HttpAppOptions,
): Promise<{ readonly session?: Session; readonly newSessionId?: string } | undefined> {
  const { method, params } = (request.body ?? {}) as {
    method?: unknown;
    params?: { capabilities?: unknown };
  };
  if (method === 'initialize') {
    const newSessionId = await sealSession(sealer, owner, params?.capabilities);
    return { newSessionId };
  }
  const sessionId = request.headers[SESSION_HEADER];
  if (sessionId === undefined) return {};
  const session = await openSession(sealer, owner, String(sessionId));
  return session && { session };
}

/** Whether the reply is one JSON body. Of `tasks/get` it is, unless questions have to go out ahead of it. */
async function isSingleReply(
  request: Request,
  session: Session | undefined,
  { asksOnPoll = false, tasks, tools }: HttpAppOptions,
): Promise<boolean> {
  if (!wantsJson(request, tools)) return false;
  if (!asksOnPoll || !session) return true;
  return !(await hasLateQuestions(request.body, session, tasks));
}

/** Brings an answer to the Workflow that asked for it. @returns Whether the message was one. */
async function answerQuestion(
  request: Request,
  response: Response,
  { owner, options }: { readonly owner: Owner; readonly options: HttpAppOptions },
): Promise<boolean> {
  const outcome = await routeAnswer(request.body, owner, options);
  switch (outcome) {
    case 'notAnAnswer':
      return false;
    case 'taken':
      response.status(202).end();
      return true;
    case 'refused':
      sendError(response, 400, {
        code: -32600,
        message: 'This is no answer to a question of yours.',
      });
      return true;
    case 'unavailable':
      response.set('Retry-After', '5');
      sendError(response, 503, {
        code: -32603,
        message: 'Temporal cannot take the answer at the moment: send it again.',
      });
      return true;
  }
}

/** Whether the client takes both forms of an answer, as it has to (Transports › Sending Messages). */
function acceptsBoth({ headers: { accept = '' } }: Request): boolean {
  return accept.includes('application/json') && accept.includes('text/event-stream');
}

/** Fires when the client has its answer, or has gone away without it. To be asked for before anything is waited for. */
function untilClosed(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  if (response.closed) gone.abort();
  return gone.signal;
}

function answerPost(options: HttpAppOptions) {
  const { toOwner = () => LOCAL_OWNER } = options;
  return async (request: Request, response: Response): Promise<void> => {
    const gone = untilClosed(response);
    // What comes in another form, or cannot take the answer's, is left to the transport to refuse.
    const isAddressed = request.is('json') !== false && acceptsBoth(request);
    const malformed = isAddressed ? checkMessage(request.body) : undefined;
    if (malformed) {
      response.status(400).json(malformed);
      return;
    }
    const { auth: authInfo } = request as { auth?: OwnerContext['authInfo'] };
    const owner = await toOwner({ authInfo });
    if (await answerQuestion(request, response, { owner, options })) return;
    const known = await readSession(request, owner, options);
    if (!known) {
      sendError(response, 404, SESSION_ENDED);
      return;
    }
    const { session, newSessionId } = known;
    if (newSessionId !== undefined) response.set(SESSION_HEADER, newSessionId);
    const isJson = await isSingleReply(request, session, options);
    if (gone.aborted) return;
    const server = options.createServer({
      isSingleReply: isJson,
      sessionId: session?.id ?? NO_SESSION,
      ...(session && { clientCapabilities: session.clientCapabilities }),
    });
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: isJson });
    // Ends whatever the request still waits for when its client goes away.
    gone.addEventListener('abort', () => {
      server.close().catch((error: unknown) => {
        options.logger?.warn({ err: error }, 'A connection was not closed cleanly');
      });
    });
    await server.connect(transport);
    if (response.closed) return;
    await transport.handleRequest(request, response, request.body);
  };
}

/**
 * The stream that a client may open for what concerns its tasks as a whole. It is bound to a session, since only
 * that says what the client can be asked; without one there is none.
 */
function answerGet(options: HttpAppOptions) {
  const { toOwner = () => LOCAL_OWNER, tasks, sealer } = options;
  return async (request: Request, response: Response): Promise<void> => {
    const gone = untilClosed(response);
    const { auth: authInfo } = request as { auth?: OwnerContext['authInfo'] };
    const owner = await toOwner({ authInfo });
    const sessionId = request.headers[SESSION_HEADER];
    if (sessionId === undefined) {
      refuseMethod(response);
      return;
    }
    const session = await openSession(sealer, owner, String(sessionId));
    if (!session) {
      sendError(response, 404, SESSION_ENDED);
      return;
    }
    if (gone.aborted) return;
    // The SDK's transport for Node only returns when the stream has ended, and sends nothing before it is open.
    const transport = new WebStandardStreamableHTTPServerTransport({});
    gone.addEventListener('abort', () => void transport.close());
    await transport.start();
    const reply = await transport.handleRequest(toWebRequest(request));
    if (response.closed) return;
    response.status(reply.status).set(Object.fromEntries(reply.headers)).flushHeaders();
    // However the stream ends, the response closes.
    if (reply.body) pipeline(Readable.fromWeb(reply.body), response, () => undefined);
    if (!reply.ok) return;
    await serveStandaloneStream(
      { session, send: async (message) => transport.send({ jsonrpc: '2.0', ...message }) },
      { tasks, sealer, signal: gone },
    );
  };
}

/** What a transport needs to know of a GET: its headers. */
function toWebRequest({ headers }: Request): globalThis.Request {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new globalThis.Request(new URL(MCP_PATH, 'http://localhost'), { headers: entries });
}

/** Hands a request to the other generation, if it is one of its own. */
function answerOther({ serves, answer }: HttpGeneration): RequestHandler {
  return async (request, response, next) => {
    if (await serves(request)) await answer(request, response);
    else next();
  };
}

function refuseMethod(response: Response): void {
  response.set('Allow', 'GET, POST');
  sendError(response, 405, {
    code: -32000,
    message: 'Method not allowed: use POST, or GET with a session.',
  });
}

/** What Express's body parser throws. */
interface BodyError {
  readonly type?: string;
  readonly status?: number;
}

/** JSON that cannot be parsed, a body that is too large, and what nobody foresaw: each as a JSON-RPC error. */
function answerFailure(logger: Logger | undefined): ErrorRequestHandler {
  /* eslint-disable-next-line max-params -- Express knows error handlers by their four parameters. */
  return (error: BodyError, _request, response, next) => {
    if (response.headersSent) {
      next(error);
    } else if (error.type === 'entity.too.large') {
      sendError(response, 413, {
        code: -32600,
        message: `The request is larger than ${MAX_BODY}.`,
      });
    } else if (error.type === 'entity.parse.failed') {
      sendError(response, 400, { code: -32700, message: 'Parse error: the body is not JSON.' });
    } else if (error.status !== undefined && error.status < 500) {
      sendError(response, error.status, { code: -32600, message: 'Invalid request.' });
    } else {
      logger?.error({ err: error }, 'An HTTP request failed');
      sendError(response, 500, { code: -32603, message: 'Internal error.' });
    }
  };
}

/**
 * The Streamable HTTP endpoint at {@link MCP_PATH}, as an Express application.
 *
 * No session is kept and none is needed: each POST is answered by a server of its own, so any replica can
 * answer any request, and a restart loses nothing. A GET with a session opens a stream for questions, progress and
 * status of the owner's tasks; there is no session to DELETE.
 */
export function createHttpApp(options: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(
    options.allowedHosts
      ? hostHeaderValidation([...options.allowedHosts])
      : localhostHostValidation(),
  );
  app.use(validateOrigin(options));
  app.use(express.json({ limit: MAX_BODY }));
  if (options.rev2026) app.all(MCP_PATH, answerOther(options.rev2026));
  app.post(MCP_PATH, answerPost(options));
  app.get(MCP_PATH, answerGet(options));
  app.all(MCP_PATH, (_request, response) => {
    refuseMethod(response);
  });
  app.use(answerFailure(options.logger));
  return app;
}
