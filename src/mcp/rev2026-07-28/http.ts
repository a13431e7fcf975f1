import { type InboundClassificationOutcome, isJsonContentType } from '@modelcontextprotocol/server';

import type { Caller } from '../../core/person/caller.js';
import { answerRequest } from '../answer-request.js';
import type { HttpSide } from '../generation.js';
import {
  accepts,
  ACCEPTED,
  type HttpHeaders,
  type HttpReply,
  type HttpRequest,
  refuse,
  STREAM_TYPE,
} from '../http-message.js';
import { OpenExchanges } from '../open-exchanges.js';
import { scopedToolsIn } from '../row.js';
import type { RowRequest, Reply } from '../run.js';

import { type Row, toExchange } from './request/exchange.js';
import type { Served } from './request/served.js';
import { Classifier } from './wire/classifier.js';
import { toClient } from './wire/client-capabilities.js';
import { JsonRpcCode, toErrorObject } from './wire/json-rpc-error.js';
import { type ClientMessage, readMessage } from './wire/read-message.js';
import { recognizesHttp } from './wire/recognize.js';
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

/** Returns the message of a request, or the reason why it has none. */
function read(
  { method, headers }: HttpRequest,
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
  const { rows, run, tools, logger } = served;
  const open = new OpenExchanges();
  const classifier = new Classifier();

  const answerMethod = async (
    request: RowRequest<Row>,
    headers: HttpHeaders,
    caller: Caller,
    gone: AbortSignal,
  ): Promise<HttpReply> => {
    const { id, row, params } = request;
    const facts = { id, caller, client: toClient(params), headers };
    const streaming = row?.streams ?? 'never';
    const takesStream = streaming === 'standing' || accepts(headers, STREAM_TYPE);
    return answerRequest({
      id,
      session: undefined,
      streaming: takesStream ? streaming : 'never',
      run: async (channel) => run(request, toExchange({ ...facts, ...channel })),
      gone,
      open,
      toError: toErrorObject,
      toStatus: (reply) => toStatus(row, reply),
    });
  };

  return {
    recognizes: recognizesHttp,

    receive: (request, body) => {
      const { headers } = request;
      const outcome = classifier.classify(request, body);
      return {
        tools: scopedToolsIn(rows, body),
        async answer(caller, gone) {
          const message = read(request, body, outcome);
          switch (message.kind) {
            case 'refused':
              return refuse(message.error, logger);
            case 'notification':
              return ACCEPTED;
            case 'request': {
              const rowRequest = { ...message, row: rows.get(message.method) };
              const schemaOf = (name: string) => tools.schemaOf(name, caller);
              const problem = findHeaderProblem(headers, rowRequest, schemaOf);
              if (problem) return refuse(problem, logger);
              return answerMethod(rowRequest, headers, caller, gone);
            }
          }
        },
      };
    },

    drain: async () => open.drain(),

    async close() {
      await open.drain();
      open.close();
    },
  };
}
