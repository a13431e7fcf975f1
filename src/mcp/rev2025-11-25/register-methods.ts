import { Protocol, type RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  ServerNotification,
  ServerRequest,
  ServerResult,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { JsonRpcError } from '../../core/json-rpc-error.js';
import type { Logger } from '../../core/logger.js';
import { LOCAL_OWNER } from '../../core/owner.js';

import type { ConnectionInfo, TasksBindingOptions } from './binding-options.js';
import { hasTasks } from './capabilities.js';
import { NO_CAPABILITIES, withoutTasks } from './client-capabilities.js';
import { deliveriesOf } from './deliveries.js';
import { methodNotFound, toJsonRpcError } from './json-rpc-error.js';
import { createMethods, type Methods, type RequestContext } from './methods.js';
import { type LowLevelServer, observeConnection } from './observe-connection.js';
import { routeAnswer } from './route-answer.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Handler = (params: unknown, context: RequestContext) => Promise<ServerResult>;

/** A handler of one method, as {@link setHandler} takes it. */
export type RawHandler = (params: unknown, extra: Extra) => Promise<ServerResult>;

/**
 * Registers a handler that sees `params` as they came. It goes past the SDK's own check of `tools/call`, which
 * would answer bad parameters with its validator's text and drop what it does not know from results.
 */
export function setHandler(server: LowLevelServer, method: string, handler: RawHandler): void {
  const anyParams = z.object({ method: z.literal(method), params: z.unknown().optional() });
  Protocol.prototype.setRequestHandler.call(server as never, anyParams, async (request, extra) =>
    handler((request as { params?: unknown }).params, extra as Extra),
  );
}

function logFailure(logger: Logger | undefined, method: string, error: unknown): void {
  if (error instanceof JsonRpcError) return;
  const code = isTaskError(error) ? error.code : TaskErrorCode.internal;
  const fields = { method, err: isTaskError(error) ? (error.cause ?? error) : error };
  if (code === TaskErrorCode.unavailable) {
    logger?.warn(fields, 'Temporal did not answer a request');
  } else if (code === TaskErrorCode.misconfigured || code === TaskErrorCode.internal) {
    logger?.error(fields, 'A request failed');
  }
}

/** The handlers of a server, ready to be set. */
export interface BoundHandlers {
  readonly methods: Methods;
  readonly callTool: RawHandler;
  readonly listTools: (extra: Extra) => ReturnType<Methods['listTools']>;
}

/** Binds the methods to one server and registers `tasks/…`; the tool methods are left to the caller. */
export function registerTaskMethods(
  server: LowLevelServer,
  options: TasksBindingOptions,
  {
    clientCapabilities,
    sessionId = crypto.randomUUID(),
    isSingleReply = false,
  }: ConnectionInfo = {},
): BoundHandlers {
  const { toOwner = () => LOCAL_OWNER, canList = true, logger } = options;
  const connection = observeConnection(server, {
    clientCapabilities,
    onAnswer: (message, extra) => {
      Promise.resolve(toOwner({ authInfo: extra?.authInfo }))
        .then(async (owner) => routeAnswer(message, owner, options))
        .catch((error: unknown) => {
          logFailure(logger, 'answer', error);
        });
    },
  });
  const { asksOnPoll = false } = options;
  const methods = createMethods({
    ...options,
    deliveries: deliveriesOf(options.tasks),
    asksOnPoll: asksOnPoll && !isSingleReply,
  });

  const bind =
    (method: string, handler: Handler): RawHandler =>
    async (params, extra) => {
      try {
        const withTasks = hasTasks(connection.protocolVersionOf(extra));
        const declared = connection.clientCapabilities();
        const usable = withTasks ? declared : withoutTasks(declared);
        // Nothing can be asked on a stream that carries the reply alone.
        const capabilities = isSingleReply ? NO_CAPABILITIES : usable;
        const context: RequestContext = {
          owner: await toOwner({ authInfo: extra.authInfo }),
          withTasks,
          signal: extra.signal,
          // The SDK lets go of the transport when it closes; a withdrawn request leaves it in place.
          isDisconnected: () => server.transport === undefined,
          stream: {
            capabilities,
            session: sessionId,
            // Raw, because the SDK would number its requests itself and wait for the answers in this process.
            send: async (message) =>
              server.transport?.send(
                { jsonrpc: '2.0', ...message },
                { relatedRequestId: extra.requestId },
              ),
          },
        };
        return await handler(params, context);
      } catch (error) {
        logFailure(logger, method, error);
        throw toJsonRpcError(error);
      }
    };

  const ofTasks = (method: string, handler: Handler): void => {
    setHandler(
      server,
      method,
      bind(method, async (params, context) => {
        if (!context.withTasks) throw methodNotFound(method);
        return handler(params, context);
      }),
    );
  };
  ofTasks('tasks/get', methods.getTask);
  ofTasks('tasks/result', methods.getTaskResult);
  ofTasks('tasks/cancel', methods.cancelTask);
  if (canList) ofTasks('tasks/list', methods.listTasks);

  return {
    methods,
    callTool: bind('tools/call', methods.callTool),
    listTools: (extra) => methods.listTools(hasTasks(connection.protocolVersionOf(extra))),
  };
}
