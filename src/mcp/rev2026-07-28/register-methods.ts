import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { JsonRpcError } from '../../core/json-rpc-error.js';
import type { Logger } from '../../core/logger.js';
import { LOCAL_OWNER } from '../../core/owner.js';

import type { TasksBindingOptions } from './binding-options.js';
import { parseClientCapabilities } from './client-capabilities.js';
import { methodNotFound, toJsonRpcError } from './json-rpc-error.js';
import { createMethods, type RequestContext } from './methods.js';

/** Key in `_meta` of every request: what its client declares. */
export const CLIENT_CAPABILITIES_META_KEY = 'io.modelcontextprotocol/clientCapabilities';

/** Lets everything through: what is wrong with `params` is said after it is known that the client has tasks at all. */
const anyParams = z.looseObject({});

type Result = Record<string, unknown>;
type Handler = (params: unknown, context: RequestContext) => Promise<object>;

/** What clients declare in the envelope of a request. */
export function capabilitiesOf(meta: unknown): RequestContext['client'] {
  return parseClientCapabilities(isRecord(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined);
}

/** Logs what an operator should see of a failed request. */
export function logFailure(logger: Logger | undefined, method: string, error: unknown): void {
  if (error instanceof JsonRpcError) return;
  const code = isTaskError(error) ? error.code : TaskErrorCode.internal;
  const fields = { method, err: isTaskError(error) ? (error.cause ?? error) : error };
  if (code === TaskErrorCode.unavailable) {
    logger?.warn(fields, 'Temporal did not answer a request');
  } else if (code === TaskErrorCode.misconfigured || code === TaskErrorCode.internal) {
    logger?.error(fields, 'A request failed');
  }
}

/**
 * The params as they came. The SDK takes answers and state out of them, and answers that are no objects out of the
 * answers: those come back as what they are, wrong.
 */
function wholeParams(params: unknown, { mcpReq }: ServerContext): unknown {
  if (!isRecord(params)) return params;
  const { inputResponses, droppedInputResponseKeys = [] } = mcpReq;
  const requestState: unknown = mcpReq.requestState();
  const dropped = Object.fromEntries(droppedInputResponseKeys.map((key) => [key, null]));
  return {
    ...params,
    ...(inputResponses !== undefined && { inputResponses: { ...inputResponses, ...dropped } }),
    ...(requestState !== undefined && { requestState }),
  };
}

/**
 * Registers every method of this generation on one server.
 *
 * @param isClosing Whether it is the server that ends what is open, where the transport looks the same then as when a
 * client withdraws. Default: never.
 */
export function registerMethods(
  server: McpServer['server'],
  options: TasksBindingOptions,
  isClosing: () => boolean = () => false,
): void {
  const { toOwner = () => LOCAL_OWNER, logger } = options;
  const methods = createMethods(options);

  const bind =
    (method: string, handler: Handler) =>
    async (params: unknown, context: ServerContext): Promise<Result> => {
      const { mcpReq, http } = context;
      try {
        const result = await handler(wholeParams(params, context), {
          owner: await toOwner({ authInfo: http?.authInfo }),
          client: capabilitiesOf(mcpReq.envelope),
          signal: mcpReq.signal,
          // The SDK lets go of the transport when it closes; a withdrawn request leaves it in place.
          isDisconnected: () => server.transport === undefined,
          isWithdrawn: () => !isClosing() && (http !== undefined || server.transport !== undefined),
          reportProgress: async (progress) =>
            mcpReq.notify({ method: 'notifications/progress', params: { ...progress } }),
        });
        return { ...result };
      } catch (error) {
        logFailure(logger, method, error);
        throw toJsonRpcError(error);
      }
    };

  server.setRequestHandler('tools/list', async () => Promise.resolve(methods.listTools() as never));
  // With a schema of ours: the SDK lets these methods through in no other way.
  const ofTasks = (method: string, handler: Handler): void => {
    server.setRequestHandler(method, { params: anyParams }, bind(method, handler));
  };
  ofTasks('tasks/get', methods.getTask);
  ofTasks('tasks/update', methods.updateTask);
  ofTasks('tasks/cancel', methods.cancelTask);
  // Not registered, because the SDK would add `content` to a task's handle.
  const callTool = bind('tools/call', methods.callTool);
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method !== 'tools/call') throw methodNotFound(method);
    return callTool(params, context);
  };
}
