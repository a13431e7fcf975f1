import { isRecord } from '../../core/value/is-record.js';
import { type Answer, routeAnswer } from '../../service/questions/route-answer.js';
import { answerRequest } from '../answer-request.js';
import type { ClientRequest } from '../dispatcher.js';
import type { HttpExchange, HttpSide, ReceivedRequest } from '../generation.js';
import { refuse, toErrorResponse } from '../http-response.js';
import { OpenExchanges } from '../open-exchanges.js';
import { type Asker, type Rows, scopedToolsIn, type Streaming } from '../row.js';

import type { TasksBinding } from './binding.js';
import { createDispatcher, type RequestDispatcher } from './dispatcher.js';
import { INITIALIZE_METHOD } from './methods/lifecycle.js';
import type { ClientEnds, Row } from './methods/request-context.js';
import { openSession, sealSession, type Session } from './methods/session.js';
import { toTaskClient } from './methods/task-client.js';
import { answerGet } from './streams/answer-get.js';
import {
  findMediaProblem,
  findVersionProblem,
  PROTOCOL_VERSION_HEADER,
  refuseMethod,
  refuseSession,
  SESSION_HEADER,
} from './wire/http-response.js';
import { toErrorObject } from './wire/json-rpc-error.js';
import { type ClientMessage, readMessage } from './wire/read-message.js';

export interface Http extends HttpSide {
  /** Ends the standing streams, and the questions before a start. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface HttpService {
  readonly binding: TasksBinding;
  readonly dispatcher: RequestDispatcher;
  readonly open: OpenExchanges;
}

/** A request, and the row of its method. Absent: this generation has no such method. */
interface RowRequest extends ClientRequest {
  readonly row: Row | undefined;
}

/** @returns `never` for most methods, so that `tasks/get` opens no stream (Tasks › Input Required Status, note). */
function toStreaming({ row, params }: RowRequest, by: Asker): Streaming {
  const { streams = 'never' } = row ?? {};
  return typeof streams === 'function' ? streams(params, by) : streams;
}

async function answerQuestion(
  answer: Answer,
  { caller }: HttpExchange,
  binding: TasksBinding,
): Promise<Response> {
  const outcome = await routeAnswer(answer, caller, binding);
  switch (outcome) {
    case 'taken':
      return new Response(null, { status: 202 });
    case 'refused':
      return toErrorResponse({
        status: 400,
        code: -32600,
        message: 'This is not an answer to one of your questions.',
      });
    case 'unavailable':
      return toErrorResponse({
        status: 503,
        code: -32603,
        message: 'Temporal cannot take the answer at the moment: send it again.',
        headers: { 'Retry-After': '5' },
      });
  }
}

/** Runs a request, and answers it on a stream or with one JSON body. */
async function answerMethod(
  request: RowRequest,
  {
    session,
    headers,
    caller,
    gone,
  }: Pick<HttpExchange, 'caller' | 'gone'> & {
    readonly session: Session | undefined;
    readonly headers: Headers;
  },
  { binding, dispatcher, open }: HttpService,
): Promise<Response> {
  const facts = {
    session: session?.id,
    protocolVersion: headers.get(PROTOCOL_VERSION_HEADER) ?? undefined,
    capabilities: session?.clientCapabilities,
    clientName: session?.clientName,
  };
  const streaming = toStreaming(request, { caller, ...facts });
  const ends: Omit<ClientEnds, 'send'> = {
    caller,
    client: toTaskClient({ ...facts, isSingleReply: streaming === 'never' }, binding.taskSessions),
    session: session?.id,
    protocolVersion: facts.protocolVersion,
    headers,
    gone,
    askAgainAfterMs: binding.askAgainAfterMs,
    onTaskKnown: ({ taskId }) => {
      if (session) binding.knownTasks.add(session.id, taskId);
    },
  };
  return answerRequest({
    id: request.id,
    streaming,
    begin: ({ send }) => dispatcher.begin(request.row, request, { ...ends, send }),
    gone,
    open,
    toError: toErrorObject,
  });
}

async function initialize(
  request: RowRequest,
  exchange: Omit<Parameters<typeof answerMethod>[1], 'session'>,
  service: HttpService,
): Promise<Response> {
  const params = isRecord(request.params) ? request.params : {};
  const { owner } = exchange.caller;
  const sessionId = await sealSession(service.binding.sealer, owner, params);
  const response = await answerMethod(request, { ...exchange, session: undefined }, service);
  response.headers.set(SESSION_HEADER, sessionId);
  return response;
}

interface Posted {
  readonly body: unknown;
  readonly message: ClientMessage;
  readonly row: Row | undefined;
}

async function answerPost(
  { headers }: Request,
  { body, message, row }: Posted,
  exchange: HttpExchange,
  service: HttpService,
): Promise<Response> {
  const { caller, gone } = exchange;
  const { binding, open } = service;
  const { logger } = binding;
  if (message.kind === 'answer') return answerQuestion(message.answer, exchange, binding);
  const isFirst = message.kind === 'request' && message.method === INITIALIZE_METHOD;
  const mediaProblem = findMediaProblem(headers);
  if (message.kind === 'malformed') {
    return mediaProblem
      ? refuse(mediaProblem, logger)
      : Response.json(message.reply, { status: 400 });
  }
  const sessionId = isFirst ? null : headers.get(SESSION_HEADER);
  const session =
    sessionId === null ? undefined : await openSession(binding.sessions, caller.owner, sessionId);
  if (sessionId !== null && !session) return refuseSession();
  const problem = mediaProblem ?? (isFirst ? undefined : findVersionProblem(headers));
  if (problem) return refuse(problem, logger);
  if (isFirst) return initialize({ ...message, row }, { headers, caller, gone }, service);
  if (message.kind === 'request') {
    return answerMethod({ ...message, row }, { session, headers, caller, gone }, service);
  }
  open.withdraw(session?.id, body);
  return new Response(null, { status: 202 });
}

function receivePost(
  request: Request,
  body: unknown,
  service: HttpService & { readonly rows: Rows<Row> },
): ReceivedRequest {
  const message = readMessage(body);
  const isRequest = message.kind === 'request';
  const row = isRequest ? service.rows.get(message.method) : undefined;
  const posted = { body, message, row };
  const answer = async (exchange: HttpExchange): Promise<Response> =>
    answerPost(request, posted, exchange, service);
  return { isServed: true, tools: scopedToolsIn(service.rows, body), answer };
}

/**
 * The Streamable HTTP endpoint of this generation.
 *
 * It stores no session: any replica can answer any request, and a restart loses no data. A GET with a session opens a
 * standing stream. DELETE is refused.
 */
export function createHttp(rows: Rows<Row>, binding: TasksBinding): Http {
  const open = new OpenExchanges();
  const service = { binding, open, rows, dispatcher: createDispatcher(binding, open) };
  return {
    // Serves all requests that other generations do not recognize. Unknown revisions are refused.
    receive: (request, body) => {
      switch (request.method) {
        case 'POST':
          return receivePost(request, body, service);
        case 'GET':
          return {
            isServed: true,
            tools: [],
            answer: async (exchange) => answerGet(request, exchange, service),
          };
        default:
          return { isServed: true, tools: [], answer: async () => Promise.resolve(refuseMethod()) };
      }
    },
    drain: async () => {
      binding.desk.beforeStart.close();
      await open.drain();
    },
    close: async () => {
      open.close();
      return Promise.resolve();
    },
  };
}
