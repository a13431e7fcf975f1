import express, { type Express, type RequestHandler } from 'express';

import type { Audit } from '../../core/audit.js';
import type { Logger } from '../../core/logger.js';
import type { Identify } from '../../core/person/caller.js';
import type { Gate } from '../../core/person/gate.js';
import type { PrincipalLimits } from '../../core/person/limits.js';
import type { WebPages } from '../../core/question/web-pages.js';
import type { Observer } from '../../core/request/observer.js';
import type { Generation } from '../../mcp/generation.js';

import { admit, type Entrance } from './admission/admit.js';
import { observeRefusals } from './admission/observe-refusals.js';
import { recheckAdmission } from './admission/recheck-admission.js';
import { presentToken, sendRefusal, servePublicly } from './admission/require-token.js';
import { answerHealth, type FindObstacle } from './health.js';
import { checkHost, checkOrigin } from './host-and-origin.js';
import { parseBodies } from './limits/limit-bodies.js';
import { RequestLimiter, sendExcess } from './limits/request-limiter.js';
import { HttpTurns } from './limits/take-turns.js';
import { MCP_PATH } from './mcp-path.js';
import { allowWebPages, type CorsSettings } from './pages/allow-web-pages.js';
import { servePages } from './pages/serve-pages.js';
import { answerFailure } from './request/json-rpc-failure.js';
import { dropReply, sendReply, toHttpRequest, untilClosed } from './request/send-reply.js';
import { visitOf } from './request/visit.js';

export interface HttpAppOptions {
  /** The generations, newest first. The first one that recognizes a request gets it, or else the last one. */
  readonly generations: readonly [Generation, ...Generation[]];
  /** Default: every request is admitted. */
  readonly gate?: Gate | undefined;
  /**
   * Names the caller if there is no gate. Default: the local user, which is right on loopback only. A bearer
   * middleware in front puts the token on the request, as `auth`.
   */
  readonly identify?: Identify | undefined;
  /** Limits of each owner. Default: no limits. */
  readonly limits?: PrincipalLimits | undefined;
  /**
   * Accepted values of `Host`, without the port. Default: `localhost`, `127.0.0.1` and `[::1]`, so that web pages
   * cannot reach a local server through a name of their own (DNS rebinding).
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Accepted values of `Origin`, with scheme and port. Default: those of the allowed hosts. A request without `Origin`
   * does not come from a web page and is accepted.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Web pages of other origins that may read answers. Default: none. */
  readonly cors?: CorsSettings | undefined;
  /**
   * Proxies whose `X-Forwarded-For` is trusted: addresses and networks, names of Express (`loopback`, `linklocal`,
   * `uniquelocal`), or the number of proxies in a row. Default: no proxy.
   */
  readonly trustProxy?: readonly string[] | number | undefined;
  /** Pages for people, besides MCP. Default: no pages. */
  readonly pages?: WebPages | undefined;
  /** Gives the reason why `/readyz` tells load balancers to send no new work. Default: always ready. */
  readonly findObstacle?: FindObstacle | undefined;
  /** Records calls and refusals. Default: no records. */
  readonly audit?: Audit | undefined;
  /** Default: no log. */
  readonly logger?: Logger | undefined;
  /** Receives refusals. Default: none. */
  readonly observer?: Observer | undefined;
}

function answer({ generations, gate, audit }: HttpAppOptions): RequestHandler {
  const [newest, ...others] = generations;
  const oldest = others.at(-1) ?? newest;
  return async (request, response) => {
    const gone = untilClosed(response);
    const message = toHttpRequest(request);
    const body: unknown = request.body;
    const generation = generations.find(({ http }) => http.recognizes(message, body)) ?? oldest;
    const received = generation.http.receive(message, body);
    const visit = visitOf(response);
    const { admitted, caller } = visit;
    const lacking = admitted && gate?.authorize(admitted.grant, received.tools);
    if (lacking) {
      sendRefusal(response, lacking);
      return;
    }
    visit.isReported = true;
    audit?.note({ generation: generation.name });
    const lost = gate && recheckAdmission(gate, response, gone);
    if (!caller) throw new Error('A request has been admitted without a caller.');
    const reply = await received.answer(caller, gone.signal);
    if (lost?.()) await dropReply(reply);
    else await sendReply(reply, response);
  };
}

/** The entrance of MCP: refusals are answers, and nobody comes in without a token. */
function toEntrance(bodies: readonly RequestHandler[]): Entrance {
  return {
    present: presentToken,
    refuse: (response, refusal) => {
      sendRefusal(response, refusal);
      return false;
    },
    refuseExcess: (response, excess) => {
      sendExcess(response, excess);
      return false;
    },
    bodies,
  };
}

/**
 * Headers of every answer. They keep browsers from treating it as a page, framing it, storing it or passing its address
 * on. MCP has no pages, so the strictest values work; later handlers may overwrite them. `Strict-Transport-Security`
 * belongs to the proxy that ends TLS.
 */
const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Creates the Streamable HTTP endpoint at {@link MCP_PATH}, as an Express application. It checks the origin and caller
 * of a request, parses its body, and passes it to its generation. `/healthz` and `/readyz` need no token.
 */
export function createHttpApp(options: HttpAppOptions): Express {
  const { cors, gate, limits, logger, pages, trustProxy } = options;
  const admission = { ...options, limiter: limits && new RequestLimiter(limits) };
  const turns = new HttpTurns();
  const app = express();
  app.disable('x-powered-by');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  app.use((_request, response, next) => {
    response.set(SECURITY_HEADERS);
    next();
  });
  answerHealth(app, options.findObstacle);
  if (options.observer) app.use(observeRefusals(options.observer));
  app.use(...checkHost(options));
  if (gate) app.use(servePublicly(gate));
  app.use(checkOrigin(options));
  // Before CORS: pages of other origins must not read the inbox.
  if (pages) app.use(pages.path, ...servePages(pages, admission, turns));
  if (cors) app.use(allowWebPages(cors));
  const entrance = toEntrance(parseBodies(turns, limits));
  app.all(MCP_PATH, ...admit(admission, entrance), answer(options));
  app.use(answerFailure(logger));
  return app;
}
