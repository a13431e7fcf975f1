import type { Caller } from '../../core/person/caller.js';
import { isRecord } from '../../core/value/is-record.js';
import type { Toolbox } from '../../service/calls/toolbox.js';
import { type Answer, routeAnswer } from '../../service/questions/route-answer.js';
import { answerRequest } from '../answer-request.js';
import type { ClientRequest } from '../dispatcher.js';
import type { HttpExchange, HttpSide, ServerIdentity } from '../generation.js';
import { refuse, toErrorResponse } from '../http-response.js';
import { OpenExchanges } from '../open-exchanges.js';

import type { TasksBinding } from './binding.js';
import { createDispatcher, type RequestDispatcher } from './dispatcher.js';
import { INITIALIZE_METHOD } from './methods/lifecycle.js';
import type { ClientEnds } from './methods/request-context.js';
import { openSession, sealSession, type Session } from './methods/session.js';
import { toTaskClient } from './methods/task-client.js';
import { answerGet } from './streams/answer-get.js';
import { hasTasks } from './wire/capabilities.js';
import {
  findMediaProblem,
  findVersionProblem,
  PROTOCOL_VERSION_HEADER,
  refuseMethod,
  refuseSession,
  SESSION_HEADER,
} from './wire/http-response.js';
import { toErrorObject } from './wire/json-rpc-error.js';
import { readMessage } from './wire/read-message.js';

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

/** Methods whose answer may take time, or may follow messages. */
const STREAMED_METHODS: readonly string[] = ['tools/call', 'tasks/result', 'resources/read'];

/**
 * Returns true if the answer is sent on a stream. Other answers are one JSON body, so that `tasks/get` opens no stream
 * (Tasks › Input Required Status, note).
 */
function isStreamed(
  { method, params }: ClientRequest,
  {
    caller,
    protocolVersion,
  }: { readonly caller: Caller; readonly protocolVersion: string | undefined },
  tools: Toolbox,
): boolean {
  if (!STREAMED_METHODS.includes(method)) return false;
  if (method !== 'tools/call' || !isRecord(params)) return true;
  const { name, task } = params;
  // A revision without tasks ignores `task`, so the call may ask questions.
  if (task === undefined || !hasTasks(protocolVersion)) return true;
  return typeof name === 'string' && tools.asksBeforeStart(name, caller);
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
  request: ClientRequest,
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
  const isOnStream = isStreamed(request, { caller, ...facts }, binding.tools);
  const ends: Omit<ClientEnds, 'send'> = {
    caller,
    client: toTaskClient({ ...facts, isSingleReply: !isOnStream }, binding.taskSessions),
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
    streaming: isOnStream ? 'atOnce' : 'never',
    begin: ({ send }) => dispatcher.begin(request, { ...ends, send }),
    gone,
    open,
    toError: toErrorObject,
  });
}

async function initialize(
  request: ClientRequest,
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

async function answerPost(
  { headers }: Request,
  exchange: HttpExchange,
  service: HttpService,
): Promise<Response> {
  const { body, caller, gone } = exchange;
  const { binding, open } = service;
  const { logger } = binding;
  const message = readMessage(body);
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
  if (isFirst) return initialize(message, { headers, caller, gone }, service);
  if (message.kind === 'request') {
    return answerMethod(message, { session, headers, caller, gone }, service);
  }
  open.withdraw(session?.id, body);
  return new Response(null, { status: 202 });
}

/**
 * The Streamable HTTP endpoint of this generation.
 *
 * It stores no session: any replica can answer any request, and a restart loses no data. A GET with a session opens a
 * standing stream. DELETE is refused.
 */
export function createHttp(identity: ServerIdentity, binding: TasksBinding): Http {
  const open = new OpenExchanges();
  const service = { binding, open, dispatcher: createDispatcher(identity, binding, open) };
  return {
    // Serves all requests that other generations do not recognize. Unknown revisions are refused.
    serves: () => true,
    answer: async (request, exchange) => {
      switch (request.method) {
        case 'POST':
          return answerPost(request, exchange, service);
        case 'GET':
          return answerGet(request, exchange, service);
        default:
          return refuseMethod();
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
