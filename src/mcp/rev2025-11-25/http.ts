import type { Caller } from '../../core/person/caller.js';
import { isRecord } from '../../core/value/is-record.js';
import { type Answer, routeAnswer } from '../../service/questions/route-answer.js';
import { answerRequest } from '../answer-request.js';
import type { HttpSide, ReceivedRequest } from '../generation.js';
import {
  accepts,
  ACCEPTED,
  type HttpHeaders,
  type HttpReply,
  type HttpRequest,
  refuse,
  STREAM_TYPE,
  toErrorReply,
  toJsonReply,
} from '../http-message.js';
import { OpenExchanges } from '../open-exchanges.js';
import { scopedToolsIn } from '../row.js';
import type { RowRequest } from '../run.js';

import { INITIALIZE_METHOD } from './methods/lifecycle.js';
import { type Row, toClient, toExchange, toSilent } from './request/exchange.js';
import type { Served } from './request/served.js';
import { sealSession, type Session } from './session/session.js';
import { answerGet } from './streams/answer-get.js';
import {
  findMediaProblem,
  findVersionProblem,
  PROTOCOL_VERSION_HEADER,
  refuseMethod,
  refuseSession,
  SESSION_HEADER,
} from './wire/http-refusals.js';
import { toErrorObject } from './wire/json-rpc-error.js';
import { readMessage } from './wire/read-message.js';

/** The sender of a POST, and the signal that fires when it has gone. */
interface Sender {
  readonly caller: Caller;
  readonly headers: HttpHeaders;
  readonly session?: Session | undefined;
  readonly gone: AbortSignal;
}

/**
 * The Streamable HTTP endpoint of this generation.
 *
 * It stores no session: any replica can answer any request, and a restart loses no data. A GET with a session opens a
 * standing stream. DELETE is refused.
 */
export class Http implements HttpSide {
  readonly #served: Served;
  readonly #open = new OpenExchanges();

  constructor(served: Served) {
    this.#served = served;
  }

  /** Takes all requests that no other generation recognizes. Unknown revisions are refused. */
  recognizes(): boolean {
    return true;
  }

  receive(request: HttpRequest, body: unknown): ReceivedRequest {
    const { method, headers } = request;
    switch (method) {
      case 'POST':
        return {
          tools: scopedToolsIn(this.#served.rows, body),
          answer: async (caller, gone) => this.#answerPost(body, { caller, headers, gone }),
        };
      case 'GET':
        return {
          tools: [],
          answer: async (caller, gone) =>
            answerGet(headers, { caller, gone }, this.#served, this.#open),
        };
      default:
        return { tools: [], answer: async () => Promise.resolve(refuseMethod()) };
    }
  }

  /** Ends the standing streams, and the questions before a start. */
  async drain(): Promise<void> {
    this.#served.desk.beforeStart.close();
    await this.#open.drain();
  }

  async close(): Promise<void> {
    this.#open.close();
    return Promise.resolve();
  }

  async #answerPost(body: unknown, sender: Sender): Promise<HttpReply> {
    const { rows, memory, logger } = this.#served;
    const { caller, headers } = sender;
    const message = readMessage(body);
    if (message.kind === 'answer') return this.#takeAnswer(message.answer, sender);
    const mediaProblem = findMediaProblem(headers);
    if (message.kind === 'malformed') {
      return mediaProblem ? refuse(mediaProblem, logger) : toJsonReply(message.reply, 400);
    }
    if (message.kind === 'request' && message.method === INITIALIZE_METHOD) {
      if (mediaProblem) return refuse(mediaProblem, logger);
      return this.#initialize({ ...message, row: rows.get(message.method) }, sender);
    }
    const sessionId = headers.get(SESSION_HEADER);
    const session = sessionId === null ? undefined : await memory.open(caller.owner, sessionId);
    if (sessionId !== null && !session) return refuseSession();
    const problem = mediaProblem ?? findVersionProblem(headers, session?.protocolVersion);
    if (problem) return refuse(problem, logger);
    if (message.kind === 'request') {
      return this.#answerMethod(
        { ...message, row: rows.get(message.method) },
        { ...sender, session },
      );
    }
    this.#open.withdraw(session?.id, body);
    return ACCEPTED;
  }

  async #takeAnswer(answer: Answer, { caller, headers }: Sender): Promise<HttpReply> {
    const id = headers.get(SESSION_HEADER);
    const session = id === null ? undefined : await this.#served.memory.open(caller.owner, id);
    const { clientName } = session ?? {};
    switch (await routeAnswer(answer, caller, { ...this.#served, clientName })) {
      case 'taken':
        return ACCEPTED;
      case 'refused':
        return toErrorReply({
          status: 400,
          code: -32600,
          message: 'This is not an answer to one of your questions.',
        });
      case 'changed':
        return toErrorReply({
          status: 409,
          code: -32600,
          message: 'The question has changed since it was shown: answer the one that is asked now.',
        });
      case 'unavailable':
        return toErrorReply({
          status: 503,
          code: -32603,
          message: 'Temporal cannot take the answer at the moment: send it again later.',
          headers: { 'Retry-After': '5' },
        });
    }
  }

  async #initialize(request: RowRequest<Row>, sender: Sender): Promise<HttpReply> {
    const params = isRecord(request.params) ? request.params : {};
    const sessionId = await sealSession(this.#served.sealer, sender.caller.owner, params);
    const reply = await this.#answerMethod(request, sender);
    return { ...reply, headers: { ...reply.headers, [SESSION_HEADER]: sessionId } };
  }

  /** Runs a request, and answers it on a stream or with one JSON body. */
  async #answerMethod(
    request: RowRequest<Row>,
    { caller, headers, session, gone }: Sender,
  ): Promise<HttpReply> {
    const { desk, memory, run, askAgainAfterMs } = this.#served;
    const { id, params, row } = request;
    const protocolVersion = session?.protocolVersion ?? headers.get(PROTOCOL_VERSION_HEADER);
    const client = toClient(session, protocolVersion ?? undefined, memory);
    const { streams = 'never' } = row ?? {};
    const wanted = typeof streams === 'function' ? streams(params, { caller, client }) : streams;
    const streaming = accepts(headers, STREAM_TYPE) ? wanted : 'never';
    const learn = (taskId: string): void => {
      if (session) memory.learnTask(session.id, taskId);
    };
    const facts = {
      id,
      headers,
      caller,
      client: streaming === 'never' ? toSilent(client) : client,
      connection: { askAgainAfterMs, learn },
    };
    return answerRequest({
      id,
      session: session?.id,
      streaming,
      run: async (channel) => run(request, toExchange({ ...facts, ...channel }, desk)),
      gone,
      open: this.#open,
      toError: toErrorObject,
      toStatus: () => 200,
    });
  }
}
