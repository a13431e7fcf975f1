import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';

import type { Identity } from '../../core/person/caller.js';
import { isRecord } from '../../core/value/is-record.js';
import type { Toolbox } from '../../service/calls/toolbox.js';
import { type Answer, routeAnswer } from '../../service/questions/route-answer.js';
import type { HttpExchange } from '../generation.js';

import type { TasksBinding } from './binding.js';
import { createServer } from './create-server.js';
import type { HttpService } from './http-service.js';
import { ObservedClient, PROTOCOL_VERSION_HEADER } from './methods/observe-connection.js';
import { openSession, sealSession, type Session } from './methods/session.js';
import { type TaskCaller, toCaller } from './methods/task-caller.js';
import { answerPromptly, isPromptMethod, type PromptRequest } from './prompt-answer.js';
import type { OpenExchanges } from './streams/open-exchanges.js';
import {
  answerOnStream,
  isStreamedMethod,
  type StreamedRequest,
} from './streams/streamed-answer.js';
import {
  answerEnded,
  refuseSession,
  SESSION_HEADER,
  toErrorResponse,
} from './wire/http-response.js';
import { type ClientMessage, readMessage } from './wire/read-message.js';

/** What a request says of the client: its session, begun here or brought along. */
interface KnownSession {
  readonly session?: Session;
  readonly newSessionId?: string;
}

/** Whether the client takes both forms of an answer, as it has to (Transports › Sending Messages). */
function acceptsBoth(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '';
  return accept.includes('application/json') && accept.includes('text/event-stream');
}

/** Whether the body is JSON, or there is none. */
function isJson(headers: Headers): boolean {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== undefined) return type === 'application/json';
  return !headers.has('content-length') && !headers.has('transfer-encoding');
}

/** Whether the SDK would take a request with these headers: it says best what is wrong with others. */
function isAcceptable(headers: Headers): boolean {
  const version = headers.get(PROTOCOL_VERSION_HEADER);
  const isKnown = version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  return isKnown && isJson(headers) && acceptsBoth(headers);
}

/** What is answered on a stream. All else gets a single JSON body, so that `tasks/get` opens none (Tasks › Input Required Status, note). */
function toStreamed(
  message: ClientMessage,
  caller: Identity & Pick<TaskCaller, 'withTasks'>,
  tools: Toolbox,
): StreamedRequest | undefined {
  if (message.kind !== 'request') return undefined;
  const { id, method, params } = message;
  if (!isStreamedMethod(method)) return undefined;
  const streamed = { id, method, params };
  if (method !== 'tools/call' || !isRecord(params)) return streamed;
  const { name, task } = params;
  const mayAsk = typeof name === 'string' && tools.asksBeforeStart(name, caller);
  // Where the revision has no tasks, `task` is ignored, and the call may have something to ask.
  const isTaskAtOnce = task !== undefined && caller.withTasks && !mayAsk;
  return isTaskAtOnce ? undefined : streamed;
}

/** What is answered with one body, and without the SDK. */
function toPrompt(message: ClientMessage, { binding }: HttpService): PromptRequest | undefined {
  if (message.kind !== 'request') return undefined;
  const { id, method, params } = message;
  return isPromptMethod(method, binding) ? { id, method, params } : undefined;
}

/** Brings an answer to the Workflow that asked for it. */
async function answerQuestion(
  answer: Answer,
  { identity }: HttpExchange,
  binding: TasksBinding,
): Promise<Response> {
  const outcome = await routeAnswer(answer, identity, binding);
  switch (outcome) {
    case 'taken':
      return new Response(null, { status: 202 });
    case 'refused':
      return toErrorResponse({
        status: 400,
        code: -32600,
        message: 'This is no answer to a question of yours.',
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

/** @returns `undefined` when the session that the request names is none. */
async function readSession(
  message: ClientMessage,
  { headers }: Request,
  {
    identity: { owner },
    binding: { sealer, sessions },
  }: HttpExchange & { readonly binding: TasksBinding },
): Promise<KnownSession | undefined> {
  if (message.kind === 'request' && message.method === 'initialize') {
    const params = isRecord(message.params) ? message.params : {};
    return { newSessionId: await sealSession(sealer, owner, params) };
  }
  const sessionId = headers.get(SESSION_HEADER);
  if (sessionId === null) return {};
  const session = await openSession(sessions, owner, sessionId);
  return session && { session };
}

/** The ID in a message, where it has one that JSON-RPC knows. */
function toRequestId(id: unknown): string | number | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** Passes on what a notification withdraws. */
function withdraw(body: unknown, session: string | undefined, open: OpenExchanges): void {
  if (!isRecord(body) || body['method'] !== 'notifications/cancelled') return;
  const requestId = isRecord(body['params']) ? toRequestId(body['params']['requestId']) : undefined;
  open.withdraw({ session, requestId }, body);
}

/** Has the SDK answer with one JSON body, by a server made for the request alone; or refuse what it cannot take. */
async function serve(
  request: Request,
  {
    body,
    caller,
    gone,
    isFirst,
  }: {
    readonly body: unknown;
    readonly caller: TaskCaller;
    readonly gone: AbortSignal;
    readonly isFirst: boolean;
  },
  { identity, binding, connection, open }: HttpService,
): Promise<Response> {
  const mcp = createServer(identity, binding, {
    connection: { ...connection, callerOf: () => caller },
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  if (isFirst) new ObservedClient().attach(transport, () => undefined);
  const { signal, end } = open.begin(gone);
  const close = (): void => {
    mcp.close().catch((error: unknown) => {
      binding.logger?.warn({ err: error }, 'A connection was not closed cleanly');
    });
  };
  await mcp.connect(transport);
  const left = new Promise<Response>((resolve) => {
    // Ends whatever the request still waits for when its client goes away.
    const onAbort = (): void => {
      close();
      resolve(answerEnded(open));
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
  const requestId = isRecord(body) ? toRequestId(body['id']) : undefined;
  const forget = open.name({ session: caller.session, requestId }, (message) => {
    transport.onmessage?.(message as JSONRPCMessage);
    // There is no answer to a request that was withdrawn, so its client has nothing to wait for.
    setTimeout(end, 0);
  });
  const response = await Promise.race([
    left,
    transport.handleRequest(request, { parsedBody: body }),
  ]);
  forget();
  end();
  return response;
}

/** Answers a POST: a request, a notification, or the answer to a question. */
export async function answerPost(
  request: Request,
  exchange: HttpExchange,
  service: HttpService,
): Promise<Response> {
  const { headers } = request;
  const { body, identity, gone } = exchange;
  const { binding } = service;
  const message = readMessage(body);
  // What comes in another form, or cannot take the answer's, is left to the SDK to refuse.
  if (message.kind === 'malformed' && isJson(headers) && acceptsBoth(headers)) {
    return Response.json(message.reply, { status: 400 });
  }
  if (message.kind === 'answer') return answerQuestion(message.answer, exchange, binding);
  const known = await readSession(message, request, { ...exchange, binding });
  if (!known) return refuseSession();
  const { session, newSessionId } = known;
  const facts = {
    identity,
    session: session?.id,
    protocolVersion: headers.get(PROTOCOL_VERSION_HEADER) ?? undefined,
    capabilities: session?.clientCapabilities,
    clientName: session?.clientName,
    clientVersion: session?.clientVersion,
  };
  const onAnyStream = toCaller(facts, binding.taskSessions);
  const streamed = toStreamed(message, onAnyStream, binding.tools());
  if (streamed && isAcceptable(headers)) {
    return answerOnStream(streamed, { caller: onAnyStream, gone }, service);
  }
  const caller = toCaller({ ...facts, isSingleReply: true }, binding.taskSessions);
  const prompt = toPrompt(message, service);
  if (prompt && isAcceptable(headers)) return answerPromptly(prompt, { caller, gone }, service);
  const isFirst = newSessionId !== undefined;
  if (message.kind === 'other') withdraw(body, session?.id, service.open);
  const response = await serve(request, { body, caller, gone, isFirst }, service);
  if (isFirst) response.headers.set(SESSION_HEADER, newSessionId);
  return response;
}
