import { hostHeaderValidation } from '@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';

import { isTaskError } from '../../../core/errors.js';
import type { JsonCodec } from '../../../core/json-codec.js';
import type { Logger } from '../../../core/logger.js';
import type { Gate } from '../../../core/person/gate.js';
import { answerHealth } from '../health.js';
import { LOCAL_HOSTS } from '../loopback-hosts.js';
import { requireScopes, requireToken } from '../require-token.js';

/** Maximum size of a body: a page of a history with many payloads. Temporal's own messages have 4 MiB at most. */
const MAX_BODY = '16mb';
/** Time for which browsers may cache the answer to a preflight, in seconds. */
const PREFLIGHT_AGE_S = 600;

export interface CodecAppOptions {
  readonly codec: JsonCodec;
  /** The gate. Absent: every request is admitted, which is safe on loopback only. */
  readonly gate?: Gate | undefined;
  /** Accepted values of `Host`, without the port. Default: this machine's names. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of the Web UI that may send requests, with scheme and port. Default: none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Served namespaces, named by the header `X-Namespace`. Default: all. */
  readonly namespaces?: readonly string[] | undefined;
  /** Default: no log. */
  readonly logger?: Logger | undefined;
}

/** Refuses requests of pages with other origins. CORS alone would only hide the answers. */
function refuseOrigins(allowed: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    if (origin === undefined || allowed.includes(origin)) next();
    else response.status(403).json({ error: `Origin ${origin} is not allowed.` });
  };
}

function allowOrigins(allowed: readonly string[]): RequestHandler {
  return cors({
    origin: [...allowed],
    methods: ['POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Namespace'],
    maxAge: PREFLIGHT_AGE_S,
  });
}

function requireNamespace(namespaces: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (namespaces.includes(request.get('x-namespace') ?? '')) next();
    else response.status(403).json({ error: 'X-Namespace names none that is served here.' });
  };
}

const requireJson: RequestHandler = (request, response, next) => {
  if (request.is('application/json') !== false) next();
  else response.status(415).json({ error: 'Content-Type has to be application/json.' });
};

function answerWith(apply: JsonCodec['encode']): RequestHandler {
  return async (request, response) => {
    response.set('Cache-Control', 'no-store').json(await apply(request.body as unknown));
  };
}

/** An error of Express's body parser. */
interface BodyError {
  readonly type?: string;
  readonly status?: number;
}

function answerFailure(logger: Logger | undefined): ErrorRequestHandler {
  /* eslint-disable-next-line max-params -- Express knows error handlers by their four parameters. */
  return (error: BodyError, _request, response, next) => {
    const send = (status: number, message: string): void => {
      response.status(status).json({ error: message });
    };
    if (response.headersSent) next(error);
    else if (isTaskError(error)) send(400, error.message);
    else if (error.type === 'entity.too.large') send(413, `The body is larger than ${MAX_BODY}.`);
    else if (error.type === 'entity.parse.failed') send(400, 'The body is not JSON.');
    else if (error.status !== undefined && error.status < 500)
      send(error.status, 'Invalid request.');
    else {
      logger?.error({ err: error }, 'A request to the codec server failed');
      send(500, 'Internal error.');
    }
  };
}

/**
 * Creates a codec server for Temporal's Web UI and CLI: `POST /decode` and `POST /encode` of `{"payloads": […]}`.
 *
 * @see https://docs.temporal.io/production-deployment/data-encryption
 */
export function createCodecApp(options: CodecAppOptions): Express {
  const { codec, gate, namespaces, logger } = options;
  const { allowedHosts = LOCAL_HOSTS, allowedOrigins = [] } = options;
  const app = express();
  app.disable('x-powered-by');
  answerHealth(app);
  app.use(hostHeaderValidation([...allowedHosts]));
  app.use(refuseOrigins(allowedOrigins), allowOrigins(allowedOrigins));
  const guards: RequestHandler[] = [
    ...(gate ? [requireToken(() => gate), requireScopes(() => gate)] : []),
    ...(namespaces ? [requireNamespace(namespaces)] : []),
    requireJson,
    express.json({ limit: MAX_BODY }),
  ];
  app.post('/decode', ...guards, answerWith(codec.decode));
  app.post('/encode', ...guards, answerWith(codec.encode));
  app.use((_request, response) => {
    response.status(404).json({ error: 'There are POST /decode and POST /encode here.' });
  });
  app.use(answerFailure(logger));
  return app;
}
