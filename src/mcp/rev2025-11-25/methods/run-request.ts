import { isTaskError } from '../../../core/errors.js';
import { isRecord } from '../../../core/value/is-record.js';
import { toWithdrawal } from '../../../service/calls/answer/withdrawal.js';
import type { Departure } from '../../../service/calls/tool.js';
import type { HttpService } from '../http-service.js';
import type { OpenExchanges } from '../streams/open-exchanges.js';
import type { TaskClientStream } from '../streams/task-stream.js';
import { toErrorObject } from '../wire/json-rpc-error.js';

import type { MethodName } from './methods.js';
import { runMethod } from './register-methods.js';
import { toRequestContext } from './request-context.js';
import type { TaskCaller } from './task-caller.js';

/** A well-formed request. */
export interface MethodRequest<Name extends MethodName = MethodName> {
  readonly id: string | number;
  readonly method: Name;
  readonly params: unknown;
}

/** Who makes a request, and how messages get there before the answer. */
export interface RequestEnds extends Pick<TaskClientStream, 'send'> {
  readonly caller: TaskCaller;
  /** Fires when the client has gone, or has the answer. */
  readonly gone: AbortSignal;
}

/** A request that is being carried out. */
export interface RunningRequest {
  /** Fires when nobody wants the answer any more: the request was withdrawn, the client has gone or the server closes. */
  readonly signal: AbortSignal;
  /** The answer, without `jsonrpc`. Never rejects. */
  readonly answer: Promise<object>;
  /** To be called when the answer is on its way. */
  readonly end: () => void;
}

/** Why a `notifications/cancelled` says that it withdraws a request. */
function reasonIn(message: unknown): unknown {
  const params = isRecord(message) ? message['params'] : undefined;
  return isRecord(params) ? params['reason'] : undefined;
}

/** How a request has ended that was not withdrawn: the server closes, the token has run out, or the client has closed the stream. */
function toDeparture({ aborted, reason }: AbortSignal, { isClosed }: OpenExchanges): Departure {
  const isByClient = aborted && !isClosed && !isTaskError(reason);
  return isByClient ? 'streamClosed' : 'disconnected';
}

/**
 * Carries out a request that came over HTTP, without a server of the SDK's: one for each request takes as long as all else
 * that a `tasks/get` does here, and keeps 20 KiB while it waits.
 *
 * @returns `undefined` where it has ended already.
 */
export function runRequest(
  { id, method, params }: MethodRequest,
  { caller, gone, send }: RequestEnds,
  { binding, methods, connection, open }: HttpService,
): RunningRequest | undefined {
  const { signal, end } = open.begin(gone);
  if (signal.aborted) return undefined;
  let withdrawal: Departure | undefined;
  const forget = open.name({ session: caller.session, requestId: id }, (message) => {
    withdrawal = toWithdrawal(reasonIn(message));
    end();
  });
  signal.addEventListener('abort', forget);
  const context = toRequestContext(caller, connection, {
    requestId: id,
    signal,
    departure: () => withdrawal ?? toDeparture(gone, open),
    send,
  });
  const answer = runMethod(method, params, { methods, toContext: () => context, binding })
    .then((result) => ({ id, result }))
    .catch((error: unknown) => ({ id, error: toErrorObject(error) }));
  return { signal, answer, end };
}
