import type { JsonRpcError } from '../core/json-rpc-error.js';
import type { Logger } from '../core/logger.js';
import type { Observer } from '../core/observer.js';
import type { JsonRpcErrorObject } from '../core/tool/tool-result.js';
import { isTimeOut } from '../service/calls/answer/is-time-out.js';

import { logFailure } from './log-failure.js';
import type { Method } from './method.js';
import type { OpenExchanges } from './open-exchanges.js';
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

export interface DispatcherOptions<Ends extends RequestEnds, Context> {
  readonly methods: Readonly<Record<string, Method<Context>>>;
  readonly toContext: (ends: Ends, facts: RequestFacts) => Context;
  /** Makes a wire result. Default: the result itself. */
  readonly toResult?: (method: string, result: object) => object;
  readonly toError: (thrown: unknown) => JsonRpcErrorObject;
  readonly methodNotFound: (method: string) => JsonRpcError;
  readonly open: OpenExchanges;
  readonly underWay: UnderWay;
  readonly logger: Logger | undefined;
  readonly observer: Observer | undefined;
}

/** Runs the requests of a generation by its table of methods, over any transport. */
export class Dispatcher<Ends extends RequestEnds, Context> {
  readonly #options: DispatcherOptions<Ends, Context>;
  readonly #methods: ReadonlyMap<string, Method<Context>>;

  constructor(options: DispatcherOptions<Ends, Context>) {
    this.#options = options;
    this.#methods = new Map(Object.entries(options.methods));
  }

  /**
   * Begins a request.
   *
   * @returns `undefined` if its client has already gone, or the server closes.
   */
  begin(request: ClientRequest, ends: Ends): RunningRequest | undefined {
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
    const answer = async (): Promise<Reply> => this.#answer(request, context);
    const { observer } = this.#options;
    const served = { ...request, ...ends, signal, isKnown: this.#methods.has(request.method) };
    return { signal, answer: observer ? observer.request(served, answer) : answer(), end };
  }

  async #answer({ id, method, params }: ClientRequest, context: Context): Promise<Reply> {
    const { methodNotFound, toResult, toError, underWay, logger } = this.#options;
    try {
      const run = this.#methods.get(method);
      if (!run) throw methodNotFound(method);
      const result = await underWay.track(run(params, context));
      return { jsonrpc: '2.0', id, result: toResult ? toResult(method, result) : result };
    } catch (error) {
      logFailure(logger, method, error);
      return { jsonrpc: '2.0', id, error: toError(error) };
    }
  }
}
