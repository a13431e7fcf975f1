import type { JsonRpcError } from '../core/json-rpc-error.js';
import type { Logger } from '../core/logger.js';
import type { Observer } from '../core/observer.js';
import type { JsonRpcErrorObject } from '../core/tool/tool-result.js';
import { isTimeOut } from '../service/calls/answer/is-time-out.js';

import { logFailure } from './log-failure.js';
import type { OpenExchanges } from './open-exchanges.js';
import { nameOf, type Row } from './row.js';
import type { UnderWay } from './under-way.js';

export interface ClientRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: unknown;
}

export interface Reply {
  readonly jsonrpc: '2.0';
  readonly id: string | number;
  readonly result?: object;
  readonly error?: JsonRpcErrorObject;
}

export interface RequestEnds {
  /** The client's session. In it, the client can withdraw a request by the request's ID. */
  readonly session?: string | undefined;
  readonly gone: AbortSignal;
  /** The protocol revision. Absent: the client has not said. */
  readonly protocolVersion?: string | undefined;
  /** Headers of the HTTP request. Absent over stdio. */
  readonly headers?: Headers;
}

export interface RequestFacts {
  readonly requestId: string | number;
  /** Fires when the client withdraws the request or goes away, or when the server closes. */
  readonly signal: AbortSignal;
  /** Returns true if the client has cancelled the request on purpose, once the signal has fired. */
  readonly isWithdrawn: () => boolean;
  /** Called by a method that does not wait for work. To end the request, the server calls `leave`. */
  readonly stand: (leave: () => void) => void;
}

export interface RunningRequest {
  /** Fires when the request was withdrawn, the client has gone or the server closes. */
  readonly signal: AbortSignal;
  /** Never rejects. */
  readonly answer: Promise<Reply>;
  /** Called when the answer has been sent. */
  readonly end: () => void;
}

export interface DispatcherOptions<Ends extends RequestEnds, Context, Any extends Row<Context>> {
  readonly toContext: (ends: Ends, facts: RequestFacts) => Context;
  /** Makes a wire result. Default: the result itself. */
  readonly toResult?: (row: Any, result: object) => object;
  readonly toError: (thrown: unknown) => JsonRpcErrorObject;
  readonly methodNotFound: (method: string) => JsonRpcError;
  readonly open: OpenExchanges;
  readonly underWay: UnderWay;
  readonly logger: Logger | undefined;
  readonly observer: Observer | undefined;
}

/** Runs the requests of a generation, over any transport. */
export class Dispatcher<Ends extends RequestEnds, Context, Any extends Row<Context>> {
  readonly #options: DispatcherOptions<Ends, Context, Any>;

  constructor(options: DispatcherOptions<Ends, Context, Any>) {
    this.#options = options;
  }

  /**
   * Begins a request.
   *
   * @param row Absent: the generation does not have the method.
   * @returns `undefined` if its client has already gone, or the server closes.
   */
  begin(row: Any | undefined, request: ClientRequest, ends: Ends): RunningRequest | undefined {
    const { open, toContext } = this.#options;
    const { gone, session } = ends;
    const { signal, end } = open.begin(gone);
    if (signal.aborted) return undefined;
    let isWithdrawn = false;
    const forget = open.name({ session, requestId: request.id }, (reason) => {
      isWithdrawn = !isTimeOut(reason);
      end();
    });
    signal.addEventListener('abort', forget);
    const stand = (leave: () => void): void => {
      open.stand(signal, leave);
    };
    const facts = { requestId: request.id, signal, isWithdrawn: () => isWithdrawn, stand };
    const context = toContext(ends, facts);
    const answer = async (): Promise<Reply> => this.#answer(row, request, context);
    const { observer } = this.#options;
    const { id, params } = request;
    const { name: method, subject = 'none' } = row ?? {};
    const served = { ...ends, id, method, subject, named: nameOf(row, params), params, signal };
    return { signal, answer: observer ? observer.request(served, answer) : answer(), end };
  }

  async #answer(
    row: Any | undefined,
    { id, method, params }: ClientRequest,
    context: Context,
  ): Promise<Reply> {
    const { methodNotFound, toResult, toError, underWay, logger } = this.#options;
    try {
      if (!row) throw methodNotFound(method);
      const running = async (): Promise<object> => row.run(params, context);
      const result = await underWay.track(running());
      return { jsonrpc: '2.0', id, result: toResult ? toResult(row, result) : result };
    } catch (error) {
      logFailure(logger, method, error);
      return { jsonrpc: '2.0', id, error: toError(error) };
    }
  }
}
