import { isJsonContentType } from '@modelcontextprotocol/server';

import { answerRequest, type Streaming } from '../answer-request.js';
import type { ClientRequest, Reply } from '../dispatcher.js';
import type { HttpExchange, HttpSide } from '../generation.js';
import { refuse } from '../http-response.js';
import { OpenExchanges } from '../open-exchanges.js';

import { createDispatcher, type RequestDispatcher, type Served } from './dispatcher.js';
import { metaOf } from './methods/request-context.js';
import { Classifier } from './wire/classifier.js';
import { JsonRpcCode, toErrorObject } from './wire/json-rpc-error.js';
import { protocol } from './wire/protocol.js';
import { readMessage } from './wire/read-message.js';
import { findHeaderProblem } from './wire/standard-headers.js';

export interface Http extends HttpSide {
  /** Ends the subscriptions. */
  readonly drain: () => Promise<void>;
  /** Ends the open requests and subscriptions. Their tasks continue. */
  readonly close: () => Promise<void>;
}

/** Methods whose answer may take time, without a message before it. */
const PATIENT_METHODS: readonly string[] = ['tools/call', 'resources/read'];

function toStreaming({ method }: ClientRequest): Streaming {
  return PATIENT_METHODS.includes(method) ? 'onWait' : 'onMessage';
}

function toStatus({ method }: ClientRequest, { error }: Reply): number {
  if (error?.code === JsonRpcCode.missingClientCapability) return 400;
  // Streamable HTTP › Protocol Version Header. The error of a call may come from its Workflow, so it keeps status 200.
  return error?.code === JsonRpcCode.methodNotFound && method !== 'tools/call' ? 404 : 200;
}

async function answerMethod(
  request: ClientRequest,
  { caller, gone, headers }: HttpExchange & { readonly headers: Headers },
  { dispatcher, open }: { readonly dispatcher: RequestDispatcher; readonly open: OpenExchanges },
): Promise<Response> {
  const meta = metaOf(request);
  const { version: protocolVersion } = protocol;
  const ends = { caller, gone, meta, headers, protocolVersion };
  return answerRequest({
    id: request.id,
    streaming: toStreaming(request),
    begin: (sink) => dispatcher.begin(request, { ...ends, ...sink }),
    gone,
    open,
    toError: toErrorObject,
    toStatus: (reply) => toStatus(request, reply),
  });
}

/** The Streamable HTTP endpoint of this generation. It is stateless between requests. */
export function createHttp(served: Served): Http {
  const { logger } = served;
  const open = new OpenExchanges();
  const service = { open, dispatcher: createDispatcher(served, open) };
  const classifier = new Classifier();
  return {
    serves: (request, body) =>
      request.method === 'POST' &&
      body !== undefined &&
      classifier.classify(request, body).kind !== 'legacy',

    async answer(request, exchange) {
      const { headers } = request;
      const { body } = exchange;
      if (request.method === 'POST' && !isJsonContentType(headers.get('content-type'))) {
        const message = 'Unsupported Media Type: Content-Type must be application/json';
        return refuse({ status: 415, code: JsonRpcCode.serverError, message }, logger);
      }
      if (request.method === 'POST' && body === undefined) {
        const message = 'Parse error: the request body is not valid JSON';
        return refuse({ status: 400, code: JsonRpcCode.parseError, message }, logger);
      }
      const message = readMessage(body, classifier.classify(request, body));
      switch (message.kind) {
        case 'refused':
          return refuse(message.error, logger);
        case 'notification':
          return new Response(null, { status: 202 });
        case 'request': {
          const problem = findHeaderProblem(headers, message.request);
          if (problem) return refuse(problem, logger);
          return answerMethod(message.request, { ...exchange, headers }, service);
        }
      }
    },

    drain: async () => open.drain(),

    async close() {
      await open.drain();
      open.close();
    },
  };
}
