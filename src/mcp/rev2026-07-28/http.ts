import { type InboundClassificationOutcome, isJsonContentType } from '@modelcontextprotocol/server';

import { answerRequest } from '../answer-request.js';
import type { ClientRequest, Reply } from '../dispatcher.js';
import type { HttpExchange, HttpSide, ReceivedRequest } from '../generation.js';
import { refuse } from '../http-response.js';
import { OpenExchanges } from '../open-exchanges.js';
import { scopedToolsIn } from '../row.js';

import { createDispatcher, type Served } from './dispatcher.js';
import { metaOf, type Row } from './methods/request-context.js';
import { Classifier } from './wire/classifier.js';
import { JsonRpcCode, toErrorObject } from './wire/json-rpc-error.js';
import { protocol } from './wire/protocol.js';
import { type ClientMessage, readMessage } from './wire/read-message.js';
import { findHeaderProblem } from './wire/standard-headers.js';

export interface Http extends HttpSide {
  /** Ends the subscriptions. */
  readonly drain: () => Promise<void>;
  /** Ends the open requests and subscriptions. Their tasks continue. */
  readonly close: () => Promise<void>;
}

/** The error of a call may come from its Workflow, so it keeps status 200. */
function toStatus(row: Row | undefined, { error }: Reply): number {
  if (error?.code === JsonRpcCode.missingClientCapability) return 400;
  // Streamable HTTP › Protocol Version Header.
  return row || error?.code !== JsonRpcCode.methodNotFound ? 200 : 404;
}

/** Reads a request until its row is known. Returns its message, or the reason why it has none. */
function read(
  { method, headers }: Request,
  body: unknown,
  outcome: InboundClassificationOutcome,
): ClientMessage {
  if (method === 'POST' && !isJsonContentType(headers.get('content-type'))) {
    const message = 'Unsupported Media Type: Content-Type must be application/json';
    return { kind: 'refused', error: { status: 415, code: JsonRpcCode.serverError, message } };
  }
  if (method === 'POST' && body === undefined) {
    const message = 'Parse error: the request body is not valid JSON';
    return { kind: 'refused', error: { status: 400, code: JsonRpcCode.parseError, message } };
  }
  return readMessage(body, outcome);
}

/** The Streamable HTTP endpoint of this generation. It is stateless between requests. */
export function createHttp(served: Served): Http {
  const { logger, rows } = served;
  const open = new OpenExchanges();
  const dispatcher = createDispatcher(served, open);
  const classifier = new Classifier();

  const answerMethod = async (
    request: ClientRequest,
    row: Row | undefined,
    { caller, gone, headers }: HttpExchange & { readonly headers: Headers },
  ): Promise<Response> => {
    const { version: protocolVersion } = protocol;
    const ends = { caller, gone, headers, meta: metaOf(request), protocolVersion };
    return answerRequest({
      id: request.id,
      streaming: row?.streams ?? 'never',
      begin: (sink) => dispatcher.begin(row, request, { ...ends, ...sink }),
      gone,
      open,
      toError: toErrorObject,
      toStatus: (reply) => toStatus(row, reply),
    });
  };

  return {
    receive(received, body): ReceivedRequest {
      const { method, headers } = received;
      const outcome = classifier.classify(received, body);
      const isServed = method === 'POST' && body !== undefined && outcome.kind !== 'legacy';
      const tools = scopedToolsIn(rows, body);
      const message = read(received, body, outcome);
      switch (message.kind) {
        case 'refused':
          return {
            isServed,
            tools,
            answer: async () => Promise.resolve(refuse(message.error, logger)),
          };
        case 'notification': {
          const taken = new Response(null, { status: 202 });
          return { isServed, tools, answer: async () => Promise.resolve(taken) };
        }
        case 'request': {
          const { request } = message;
          const row = rows.get(request.method);
          const answer = async (exchange: HttpExchange): Promise<Response> => {
            const problem = findHeaderProblem(headers, row, request);
            if (problem) return refuse(problem, logger);
            return answerMethod(request, row, { ...exchange, headers });
          };
          return { isServed, tools, answer };
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
