/** Applications of `createHttpApp` on real sockets, in front of a generation that echoes requests. */
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterEach } from '@jest/globals';

import type { Gate } from '../../src/core/person/gate.js';
import type { PrincipalLimits } from '../../src/core/person/limits.js';
import { createHttpApp, type HttpAppOptions } from '../../src/transport/http/create-http-app.js';
import {
  type HttpServerHandle,
  startHttpServer,
} from '../../src/transport/http/start-http-server.js';

import { createEchoGeneration, type EchoAnswer } from './echo-generation.js';

/** A request; a body that is not a string is sent as JSON. */
export interface SentRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface WholeAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ServedApp {
  readonly url: string;
  readonly send: (request?: SentRequest) => Promise<WholeAnswer>;
}

export interface ServeAppOptions extends Omit<HttpAppOptions, 'generations' | 'gate' | 'limits'> {
  readonly gate?: Gate;
  readonly limits?: PrincipalLimits;
  /** Replaces the echo. */
  readonly answer?: EchoAnswer;
}

/** Admits a token that begins with `good`, as an owner of its own. Answers 503 to `unsure`. Records all tokens. */
export function createTestGate(): Gate & { readonly seen: readonly string[] } {
  const seen: string[] = [];
  const refuse = (status: number): Awaited<ReturnType<Gate['authenticate']>> => ({
    kind: 'refused',
    refusal: { status, headers: { 'WWW-Authenticate': 'Bearer' }, body: { error: 'x' } },
  });
  return {
    seen,
    authenticate: async ({ authorization: [shown] }) => {
      const token = shown?.slice('Bearer '.length);
      if (token !== undefined) seen.push(token);
      if (token === undefined || !/^(good|unsure)/.test(token)) return Promise.resolve(refuse(401));
      if (token.startsWith('unsure')) return Promise.resolve(refuse(503));
      const caller = { owner: token, claims: {} };
      const grant = { caller, scopes: new Set<string>(), untilMs: Infinity };
      return Promise.resolve({ kind: 'admitted', grant });
    },
    authorize: () => undefined,
    metadata: { paths: ['/.well-known/oauth-protected-resource'], content: { resource: 'x' } },
  };
}

/** Gives a test file servers, which it closes after each test. */
export function withApps(): (options?: ServeAppOptions) => Promise<ServedApp> {
  const handles: HttpServerHandle[] = [];
  afterEach(async () => {
    await Promise.all(handles.splice(0).map(async (handle) => handle.close()));
  });
  return async ({ answer, gate, limits, ...options } = {}) => {
    const app = createHttpApp({
      ...options,
      ...(gate && { gate }),
      ...(limits && { limits }),
      generations: [createEchoGeneration('2099-01-01', answer)],
    });
    const handle = await startHttpServer(app, { port: 0, drainMs: 0 });
    handles.push(handle);
    const send: ServedApp['send'] = async ({ method = 'POST', path, headers = {}, body } = {}) => {
      const url = path === undefined ? handle.url : new URL(path, handle.url);
      const request = sendRequest(url, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
      });
      request.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      // The server may close the connection while this client still sends an answered request.
      request.on('error', () => undefined);
      return { status: response.statusCode, headers: response.headers, body: await text(response) };
    };
    return { url: handle.url, send };
  };
}
