/** Generation 2026-07-28 over HTTP. Apart from the rest, so that its SDK is loaded only where it is served. */
import { type FetchLikeMcpHandler, toNodeHandler } from '@modelcontextprotocol/node';

import {
  createHttpHandler,
  type ServerIdentity,
  type TasksBindingOptions,
} from '../mcp/rev2026-07-28/index.js';

import type { HttpGeneration } from './create-http-app.js';

/** What decides which generation a request is of, besides its body. */
const DECIDING_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** What is served, and how. */
export interface HttpGenerationOptions extends TasksBindingOptions {
  readonly identity: ServerIdentity;
  /** Whether requests of older generations are refused here too, because nobody else serves them. Default: false. */
  readonly alone?: boolean;
}

/** The generation 2026-07-28 for `createHttpApp`. */
export function createHttpGeneration({
  identity,
  alone = false,
  ...options
}: HttpGenerationOptions): HttpGeneration {
  const handler = createHttpHandler(identity, options);
  const endpoint: FetchLikeMcpHandler = {
    fetch: async (request, { authInfo, parsedBody } = {}) =>
      handler.fetch(request, { parsedBody, ...(authInfo && { authInfo }) }),
  };
  const answer = toNodeHandler(endpoint, {
    onerror: (error) => {
      options.logger?.error({ err: error }, 'An HTTP request failed');
    },
  });
  return {
    serves: async (request) => {
      if (alone) return true;
      if (request.method !== 'POST' || request.body === undefined) return false;
      const headers = DECIDING_HEADERS.flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value] as [string, string]] : [];
      });
      const probe = new Request('http://localhost/', { method: 'POST', headers });
      return handler.serves(probe, request.body);
    },
    answer: async (request, response) => answer(request, response, request.body as unknown),
    close: handler.close,
  };
}
