import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  hostHeaderValidation,
  localhostHostValidation,
} from '@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from 'express';

import type { Logger } from '../core/logger.js';
import { checkMessage } from '../mcp/rev2025-11-25/index.js';

import { validateOrigin } from './validate-origin.js';

/** Where MCP is served. */
export const MCP_PATH = '/mcp';
/** The limit that the MCP SDK has for request bodies too. Arguments are limited further, before a task is started. */
const MAX_BODY = '4mb';
/** Requests whose answer may take its time or be preceded by messages; all others are answered with one JSON body. */
const STREAMED_METHODS: readonly string[] = ['tools/call', 'tasks/result'];

/** What is served, and whose requests are answered. */
export interface HttpAppOptions {
  /** Makes the server for one request. It must not remember anything: the next request meets another one. */
  readonly createServer: () => McpServer;
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
function wantsJson(body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { task?: unknown } };
  if (typeof method !== 'string') return false;
  const createsTask = method === 'tools/call' && params?.task !== undefined;
  return createsTask || !STREAMED_METHODS.includes(method);
}

/** Whether the client takes both forms of an answer, as it has to (Transports › Sending Messages). */
function acceptsBoth({ headers: { accept = '' } }: Request): boolean {
  return accept.includes('application/json') && accept.includes('text/event-stream');
}

function answerPost(options: HttpAppOptions) {
  return async (request: Request, response: Response): Promise<void> => {
    // What comes in another form, or cannot take the answer's, is left to the transport to refuse.
    const isAddressed = request.is('json') !== false && acceptsBoth(request);
    const malformed = isAddressed ? checkMessage(request.body) : undefined;
    if (malformed) {
      response.status(400).json(malformed);
      return;
    }
    const server = options.createServer();
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: wantsJson(request.body),
    });
    // Ends whatever the request still waits for when its client goes away.
    response.on('close', () => {
      server.close().catch((error: unknown) => {
        options.logger?.warn({ err: error }, 'A connection was not closed cleanly');
      });
    });
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
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
 * answer any request, and a restart loses nothing. There is no stream to GET and no session to DELETE.
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
  app.post(MCP_PATH, answerPost(options));
  app.all(MCP_PATH, (_request, response) => {
    response.set('Allow', 'POST');
    sendError(response, 405, { code: -32000, message: 'Method not allowed: use POST.' });
  });
  app.use(answerFailure(options.logger));
  return app;
}
