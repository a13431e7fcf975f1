import type { Departure } from '../../calls/tool.js';
import { toWithdrawal } from '../../calls/withdrawal.js';
import { isRecord } from '../../core/is-record.js';

import { EVENT_STREAM_METHOD } from '../event-methods.js';

import { EventStream } from './event-stream.js';
import { answerEnded } from './http-response.js';
import type { HttpService } from './http-service.js';
import { toErrorObject } from './json-rpc-error.js';
import { runMethod } from './register-methods.js';
import { type Method, toRequestContext } from './request-context.js';
import type { TaskCaller } from './task-caller.js';

/** A request whose answer may take its time, or be preceded by messages. */
export interface StreamedRequest {
  readonly id: string | number;
  readonly method: StreamedMethod;
  readonly params: unknown;
}

/** The methods of such requests; all others are answered with one JSON body. */
const STREAMED_METHODS = [
  'tools/call',
  'tasks/result',
  'resources/read',
  EVENT_STREAM_METHOD,
] as const;
type StreamedMethod = (typeof STREAMED_METHODS)[number];

/** Whether an answer to this method may take its time, or be preceded by messages. */
export function isStreamedMethod(method: string): method is StreamedMethod {
  return STREAMED_METHODS.includes(method as StreamedMethod);
}

/** Why a `notifications/cancelled` says that it withdraws a request. */
function reasonIn(message: unknown): unknown {
  const params = isRecord(message) ? message['params'] : undefined;
  return isRecord(params) ? params['reason'] : undefined;
}

/**
 * Answers a request on a stream of its own, which has begun when this returns. The stream ends after the answer; without
 * one when the request was withdrawn, the client has gone or the server closes.
 *
 * @param gone Fires when the client has gone, or has the answer.
 */
export function answerOnStream(
  { id, method, params }: StreamedRequest,
  { caller, gone }: { readonly caller: TaskCaller; readonly gone: AbortSignal },
  service: HttpService,
): Response {
  const { binding, methods, connection, open } = service;
  const { signal, end } = open.begin(gone);
  if (signal.aborted) return answerEnded(open);
  const stream = new EventStream();
  let departure: Departure = 'disconnected';
  const forget = open.name({ session: caller.session, requestId: id }, (message) => {
    departure = toWithdrawal(reasonIn(message));
    end();
  });
  signal.addEventListener('abort', () => {
    forget();
    stream.close();
  });
  const context = toRequestContext(caller, connection, {
    requestId: id,
    signal,
    departure: () => departure,
    send: async (message) => {
      stream.send(message);
      return Promise.resolve();
    },
  });
  const { logger } = binding;
  const handlers: Readonly<Record<StreamedMethod, Method<object>>> = {
    'tools/call': methods.callTool,
    'tasks/result': methods.getTaskResult,
    'resources/read': methods.readResource,
    'events/stream': methods.events['events/stream'],
  };
  void runMethod<object>({ name: method, method: handlers[method] }, params, {
    toContext: () => context,
    logger,
  })
    .then((result) => ({ result }))
    .catch((error: unknown) => ({ error: toErrorObject(error) }))
    .then((answer) => {
      stream.send({ id, ...answer });
    })
    .finally(end);
  return stream.response;
}
