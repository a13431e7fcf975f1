import type { Caller } from '../../core/person/caller.js';
import { isRecord } from '../../core/value/is-record.js';
import { type Answer, routeAnswer } from '../../service/questions/route-answer.js';
import { accepts, STREAM_TYPE } from '../accepts.js';
import { answerRequest } from '../answer-request.js';
import type { HttpSide, ReceivedRequest } from '../generation.js';
import { refuse, toErrorResponse, toJsonResponse } from '../http-response.js';
import { OpenExchanges } from '../open-exchanges.js';
import { type Asker, scopedToolsIn, type Streaming } from '../row.js';
import type { Asked } from '../run.js';

import { INITIALIZE_METHOD } from './methods/lifecycle.js';
import type { Served, TasksBinding } from './request/binding.js';
import { type Connection, type Row, toClient, toExchange, toSilent } from './request/exchange.js';
import { openSession, sealSession, type Session } from './session/session.js';
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

interface HttpService extends Served {
  readonly open: OpenExchanges;
}

/** The sender of a POST. */
interface Sender {
  readonly caller: Caller;
  readonly headers: Headers;
  readonly session: Session | undefined;
  readonly gone: AbortSignal;
}

function toStreaming({ row, params }: Asked<Row>, by: Asker): Streaming {
  const { streams = 'never' } = row ?? {};
  return typeof streams === 'function' ? streams(params, by) : streams;
}

async function answerQuestion(
  answer: Answer,
  caller: Caller,
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
        message: 'Temporal cannot take the answer at the moment: send it again later.',
        headers: { 'Retry-After': '5' },
      });
  }
}

/** Runs a request, and answers it on a stream or with one JSON body. */
async function answerMethod(
  asked: Asked<Row>,
  { caller, headers, session, gone }: Sender,
  { binding, run, open }: HttpService,
): Promise<Response> {
  const { id } = asked;
  const protocolVersion = headers.get(PROTOCOL_VERSION_HEADER) ?? session?.protocolVersion;
  const client = toClient(session, protocolVersion, binding.taskSessions);
  const streaming = accepts(headers, STREAM_TYPE)
    ? toStreaming(asked, { caller, client })
    : 'never';
  const { askAgainAfterMs, knownTasks } = binding;
  const connection: Connection = {
    askAgainAfterMs,
    learn: (taskId) => {
      if (session) knownTasks.add(session.id, taskId);
    },
  };
  const stream = {
    caller,
    client: streaming === 'never' ? toSilent(client) : client,
    connection,
  };
  return answerRequest({
    id,
    session: session?.id,
    streaming,
    run: async (channel) =>
      run(asked, toExchange({ id, headers, ...stream, ...channel }, binding.desk)),
    gone,
    open,
    toError: toErrorObject,
    toStatus: () => 200,
  });
}

async function initialize(
  asked: Asked<Row>,
  sender: Sender,
  service: HttpService,
): Promise<Response> {
  const params = isRecord(asked.params) ? asked.params : {};
  const { owner } = sender.caller;
  const sessionId = await sealSession(service.binding.sealer, owner, params);
  const response = await answerMethod(asked, sender, service);
  response.headers.set(SESSION_HEADER, sessionId);
  return response;
}

async function answerPost(
  { body, message, row }: Posted,
  { caller, headers, gone }: Omit<Sender, 'session'>,
  service: HttpService,
): Promise<Response> {
  const { binding, open } = service;
  const { logger } = binding;
  if (message.kind === 'answer') return answerQuestion(message.answer, caller, binding);
  const isFirst = message.kind === 'request' && message.method === INITIALIZE_METHOD;
  const mediaProblem = findMediaProblem(headers);
  if (message.kind === 'malformed') {
    return mediaProblem ? refuse(mediaProblem, logger) : toJsonResponse(message.reply, 400);
  }
  const sessionId = isFirst ? null : headers.get(SESSION_HEADER);
  const session =
    sessionId === null ? undefined : await openSession(binding.sessions, caller.owner, sessionId);
  if (sessionId !== null && !session) return refuseSession();
  const problem = mediaProblem ?? (isFirst ? undefined : findVersionProblem(headers));
  if (problem) return refuse(problem, logger);
  if (message.kind === 'request') {
    const answer = isFirst ? initialize : answerMethod;
    return answer({ ...message, row }, { caller, headers, session, gone }, service);
  }
  open.withdraw(session?.id, body);
  return new Response(null, { status: 202 });
}

interface Posted {
  readonly body: unknown;
  readonly message: ClientMessage;
  readonly row: Row | undefined;
}

function receivePost({ headers }: Request, body: unknown, service: HttpService): ReceivedRequest {
  const message = readMessage(body);
  const row = message.kind === 'request' ? service.rows.get(message.method) : undefined;
  return {
    isServed: true,
    tools: scopedToolsIn(service.rows, body),
    answer: async (caller, gone) =>
      answerPost({ body, message, row }, { caller, headers, gone }, service),
  };
}

/**
 * The Streamable HTTP endpoint of this generation.
 *
 * It stores no session: any replica can answer any request, and a restart loses no data. A GET with a session opens a
 * standing stream. DELETE is refused.
 */
export function createHttp(served: Served): Http {
  const open = new OpenExchanges();
  const service = { ...served, open };
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
            answer: async (caller, gone) => answerGet(request, { caller, gone }, service),
          };
        default:
          return { isServed: true, tools: [], answer: async () => Promise.resolve(refuseMethod()) };
      }
    },
    drain: async () => {
      served.binding.desk.beforeStart.close();
      await open.drain();
    },
    close: async () => {
      open.close();
      return Promise.resolve();
    },
  };
}
