import { type JsonRpcError, type JsonRpcErrorObject } from '../core/json-rpc-error.js';
import type { Logger } from '../core/logger.js';
import type { Exchange } from '../core/request/exchange.js';
import type { Observer } from '../core/request/observer.js';
import { checkMeta } from '../core/value/request-params.js';

import { logFailure } from './log-failure.js';
import { nameOf, type Row } from './row.js';
import type { UnderWay } from './under-way.js';

/** A request, and the row of its method. */
export interface RowRequest<Any> {
  readonly id: string | number;
  readonly method: string;
  readonly params: unknown;
  /** Absent: the generation does not have the method. */
  readonly row: Any | undefined;
}

export interface Reply {
  readonly jsonrpc: '2.0';
  readonly id: string | number;
  readonly result?: object | undefined;
  readonly error?: JsonRpcErrorObject | undefined;
}

export interface RunOptions<Any> {
  /** Makes a wire result. Default: the result of the row. */
  readonly toResult?: ((row: Any, result: object) => object) | undefined;
  readonly toError: (thrown: unknown) => JsonRpcErrorObject;
  readonly methodNotFound: (method: string) => JsonRpcError;
  readonly underWay: UnderWay;
  readonly logger?: Logger | undefined;
  readonly observer?: Observer | undefined;
}

/** The part of an exchange that the open connection of its request provides. */
export type Channel = Pick<Exchange, 'signal' | 'send' | 'waits' | 'stand' | 'inputOver'>;

/** Carries out a request. Never rejects. */
export type Run<On extends Exchange, Any extends Row<On>> = (
  request: RowRequest<Any>,
  exchange: On,
) => Promise<Reply>;

type Next = () => Promise<Pick<Reply, 'result' | 'error'>>;
/** A concern of every request. It calls the next one, and the last of them the row. */
type Step<Any> = (request: RowRequest<Any>, exchange: Exchange, next: Next) => ReturnType<Next>;

/** Runs the rows of a generation, over any transport. */
export function createRun<On extends Exchange, Any extends Row<On>>({
  toResult,
  toError,
  methodNotFound,
  underWay,
  logger,
  observer,
}: RunOptions<Any>): Run<On, Any> {
  const observe: Step<Any> = async ({ row, params }, exchange, next) => {
    if (!observer) return next();
    const { id, signal, headers, client } = exchange;
    const { protocolVersion } = client;
    const { name: method, subject = 'none' } = row ?? {};
    const named = nameOf(row, params);
    return observer.request(
      { id, method, subject, named, params, protocolVersion, headers, signal },
      next,
    );
  };

  const encode: Step<Any> = async ({ row }, _exchange, next) => {
    try {
      const { result = {} } = await next();
      return { result: row && toResult ? toResult(row, result) : result };
    } catch (error) {
      return { error: toError(error) };
    }
  };

  const logFailures: Step<Any> = async ({ method }, _exchange, next) => {
    try {
      return await next();
    } catch (error) {
      logFailure(logger, method, error);
      throw error;
    }
  };

  const track: Step<Any> = async (_request, _exchange, next) => underWay.track(next());

  const limit: Step<Any> = async ({ params }, _exchange, next) => {
    checkMeta(params);
    return next();
  };

  const steps = [observe, encode, logFailures, limit, track];

  return async (request, exchange) => {
    const { id, method, params, row } = request;
    const carryOut: Next = async () => {
      if (!row) throw methodNotFound(method);
      return { result: await row.run(exchange, params) };
    };
    const run = steps.reduceRight<Next>(
      (next, step) => async () => step(request, exchange, next),
      carryOut,
    );
    return { jsonrpc: '2.0', id, ...(await run()) };
  };
}
