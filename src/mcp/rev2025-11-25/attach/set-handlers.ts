import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { JSONRPCMessage, ServerResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

import { isTimeOut } from '../../../service/calls/answer/is-time-out.js';
import { logFailure } from '../../log-failure.js';
import type { TasksBinding } from '../binding.js';
import { type Method, toRequestContext } from '../methods/request-context.js';
import { toJsonRpcError } from '../wire/json-rpc-error.js';

import type { LowLevelServer, ObservedConnection, RequestExtra } from './observe-connection.js';

/** A handler of one method. It takes unchecked params. */
export type RawHandler = (params: unknown, extra: RequestExtra) => Promise<ServerResult>;

/**
 * Registers a handler that gets `params` unchanged. It bypasses the SDK's check of `tools/call`, which would answer bad
 * parameters with its validator's text, and drop unknown members of results.
 */
export function setHandler(server: LowLevelServer, method: string, handler: RawHandler): void {
  const anyParams = z.object({ method: z.literal(method), params: z.unknown().optional() });
  Protocol.prototype.setRequestHandler.call(server as never, anyParams, async (request, extra) =>
    handler((request as { params?: unknown }).params, extra as RequestExtra),
  );
}

/** Returns a function that tells if the client has withdrawn a request. Call it after the signal has fired. */
function watchWithdrawal(server: LowLevelServer, signal: AbortSignal): () => boolean {
  let isWithdrawn: boolean | undefined;
  // When the connection closes, the SDK removes its transport. When a request is withdrawn, the transport stays.
  const leave = (): boolean =>
    (isWithdrawn ??= server.transport !== undefined && !isTimeOut(signal.reason));
  // Checked in a microtask, because the SDK removes the transport after the signal fires.
  const leaveSoon = (): void => {
    queueMicrotask(leave);
  };
  if (signal.aborted) leaveSoon();
  else signal.addEventListener('abort', leaveSoon, { once: true });
  return leave;
}

/** Makes a handler of the SDK's server from a method of the table. */
export function toHandler(
  server: LowLevelServer,
  { name, method }: { readonly name: string; readonly method: Method },
  {
    connection,
    binding: { logger, underWay },
  }: { readonly connection: ObservedConnection; readonly binding: TasksBinding },
): RawHandler {
  const run = async (params: unknown, extra: RequestExtra): Promise<ServerResult> => {
    const { signal, requestId } = extra;
    const isWithdrawn = watchWithdrawal(server, signal);
    const facts = { requestId, signal, isWithdrawn, stand: () => undefined };
    const ends = {
      caller: await connection.callerOf(extra),
      client: connection.clientOf(extra),
      gone: signal,
      // Sent directly, because the SDK would number its requests itself and wait for the answers in this process.
      send: async (message: object) =>
        server.transport?.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage, {
          relatedRequestId: requestId,
        }),
    };
    const result = await method(params, toRequestContext(ends, facts));
    return { ...result };
  };
  return async (params, extra) => {
    try {
      return await underWay.track(run(params, extra));
    } catch (error) {
      logFailure(logger, name, error);
      throw toJsonRpcError(error);
    }
  };
}
