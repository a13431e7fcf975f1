import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

import { toWithdrawal } from '../../../service/calls/answer/withdrawal.js';
import type { Departure } from '../../../service/calls/tool.js';
import { EVENT_METHODS } from '../../event-methods.js';
import { logFailure } from '../../log-failure.js';
import type { TasksBinding } from '../binding.js';
import { methodNotFound, toJsonRpcError } from '../wire/json-rpc-error.js';

import type { Connection, RequestExtra } from './connection.js';
import {
  ALL_METHODS,
  createMethods,
  type MethodName,
  methodNamed,
  type Methods,
} from './methods.js';
import type { LowLevelServer } from './observe-connection.js';
import { type RequestContext, toRequestContext } from './request-context.js';
import type { TaskCaller } from './task-caller.js';

function toSchema(method: MethodName) {
  return z.object({ method: z.literal(method), params: z.unknown().optional() });
}

/** Made once, since a server is made for each request. */
const schemas = new Map(ALL_METHODS.map((method) => [method, toSchema(method)]));

/** A handler of one method, as {@link setHandler} takes it. */
export type RawHandler = (params: unknown, extra: RequestExtra) => Promise<ServerResult>;

/**
 * Registers a handler that sees `params` as they came. It goes past the SDK's own check of `tools/call`, which
 * would answer bad parameters with its validator's text and drop what it does not know from results.
 */
export function setHandler(server: LowLevelServer, method: MethodName, handler: RawHandler): void {
  const anyParams = schemas.get(method) ?? toSchema(method);
  Protocol.prototype.setRequestHandler.call(server as never, anyParams, async (request, extra) =>
    handler((request as { params?: unknown }).params, extra as RequestExtra),
  );
}

/** The handlers of the methods that a server may have of others as well, ready to be set. */
export interface SharedHandlers {
  readonly listTools: RawHandler;
  readonly callTool: RawHandler;
  readonly listResources: RawHandler;
  readonly listResourceTemplates: RawHandler;
  readonly readResource: RawHandler;
}

function toContext(
  server: LowLevelServer,
  connection: Connection,
  { caller, extra }: { readonly caller: TaskCaller; readonly extra: RequestExtra },
): RequestContext {
  const { signal } = extra;
  let left: Departure | undefined;
  // The SDK lets go of the transport when it closes; a withdrawn request leaves it in place.
  const leave = (): Departure =>
    (left ??= server.transport === undefined ? 'disconnected' : toWithdrawal(signal.reason));
  // Told apart once the SDK has let go, and before the end of an exchange lets go of every transport.
  const leaveSoon = (): void => {
    queueMicrotask(leave);
  };
  if (signal.aborted) leaveSoon();
  else signal.addEventListener('abort', leaveSoon, { once: true });
  return toRequestContext(caller, connection, {
    requestId: extra.requestId,
    signal,
    departure: leave,
    // Raw, because the SDK would number its requests itself and wait for the answers in this process.
    send: async (message) =>
      server.transport?.send({ jsonrpc: '2.0', ...message }, { relatedRequestId: extra.requestId }),
  });
}

/**
 * Runs a method.
 *
 * @throws {JsonRpcError} What is to be answered; the cause has been logged.
 */
export async function runMethod(
  name: MethodName,
  params: unknown,
  {
    methods,
    toContext,
    binding: { logger, underWay },
  }: {
    readonly methods: Methods;
    readonly toContext: () => RequestContext | Promise<RequestContext>;
    readonly binding: Pick<TasksBinding, 'logger' | 'underWay'>;
  },
): Promise<ServerResult> {
  const run = async (): Promise<ServerResult> => {
    const context = await toContext();
    if (name.startsWith('tasks/') && !context.caller.withTasks) throw methodNotFound(name);
    return methodNamed(methods, name)(params, context);
  };
  try {
    return await underWay.track(run());
  } catch (error) {
    logFailure(logger, name, error);
    throw toJsonRpcError(error);
  }
}

/** Binds the methods to one server and registers `tasks/…`; those of tools and resources are left to the caller. */
export function registerTaskMethods(
  server: LowLevelServer,
  binding: TasksBinding,
  connection: Connection,
): SharedHandlers {
  const { canList } = binding;
  const methods = createMethods(binding);

  const bind =
    (name: MethodName): RawHandler =>
    async (params, extra) =>
      runMethod(name, params, {
        methods,
        toContext: async () =>
          toContext(server, connection, { caller: await connection.callerOf(extra), extra }),
        binding,
      });

  for (const name of ['tasks/get', 'tasks/result', 'tasks/cancel'] as const) {
    setHandler(server, name, bind(name));
  }
  if (canList) setHandler(server, 'tasks/list', bind('tasks/list'));
  for (const name of binding.events ? EVENT_METHODS : []) setHandler(server, name, bind(name));

  return {
    listTools: bind('tools/list'),
    callTool: bind('tools/call'),
    listResources: bind('resources/list'),
    listResourceTemplates: bind('resources/templates/list'),
    readResource: bind('resources/read'),
  };
}
