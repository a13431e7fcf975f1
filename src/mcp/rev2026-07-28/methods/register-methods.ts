import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { Logger } from '../../../core/logger.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { Departure } from '../../../service/calls/tool.js';
import { EVENT_METHODS } from '../../event-methods.js';
import { logFailure } from '../../log-failure.js';
import type { UnderWay } from '../../under-way.js';
import type { ConnectionInfo } from '../binding-options.js';
import { toCaller } from '../wire/client-capabilities.js';
import { methodNotFound, toJsonRpcError } from '../wire/json-rpc-error.js';

import type { Methods } from './methods.js';
import type { Method } from './request-context.js';

/** Lets everything through: what is wrong with `params` is said after it is known that the client has tasks at all. */
const anyParams = z.looseObject({});

type Result = Record<string, unknown>;

/** What is registered, and where failures are logged. */
export interface RegisterOptions {
  readonly methods: Methods;
  /** Requests that are being carried out. */
  readonly underWay: UnderWay;
  readonly logger?: Logger | undefined;
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

/** Tells how a client has left a request, from the moment that it leaves: the connection may end right after. */
function watchDeparture(signal: AbortSignal, toDeparture: () => Departure): () => Departure {
  let left: Departure | undefined;
  const leave = (): Departure => (left ??= toDeparture());
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return leave;
}

/** Registers every method of this generation on the server of one connection. */
export function registerMethods(
  server: McpServer['server'],
  { methods, underWay, logger }: RegisterOptions,
  { identity, program, toDeparture, onWaiting = () => undefined }: ConnectionInfo,
): void {
  const bind =
    (name: string, method: Method<object>) =>
    async (params: unknown, context: ServerContext): Promise<Result> => {
      const { mcpReq } = context;
      const { signal } = mcpReq;
      // The SDK lets go of the transport when it closes; a withdrawn request leaves it in place.
      const departure = watchDeparture(signal, () =>
        toDeparture(server.transport !== undefined, signal.reason),
      );
      const run = async (): Promise<object> =>
        method(wholeParams(params, context), {
          caller: { ...toCaller(identity, mcpReq.envelope), program },
          requestId: mcpReq.id,
          signal,
          departure,
          onWaiting,
          reportProgress: async (progress) =>
            mcpReq.notify({ method: 'notifications/progress', params: { ...progress } }),
          notify: async (message) => mcpReq.notify(message),
        });
      try {
        return { ...(await underWay.track(run())) };
      } catch (error) {
        logFailure(logger, name, error);
        throw toJsonRpcError(error);
      }
    };

  // With a schema of ours: the SDK lets no method of tasks through in another way, and says with its validator's dump what is
  // wrong with the params of others.
  const register = (name: string, method: Method<object>): void => {
    server.setRequestHandler(name, { params: anyParams }, bind(name, method));
  };
  register('tools/list', methods.listTools);
  register('tasks/get', methods.getTask);
  register('tasks/update', methods.updateTask);
  register('tasks/cancel', methods.cancelTask);
  if (methods.resources) {
    register('resources/list', methods.resources.list);
    register('resources/templates/list', methods.resources.listTemplates);
    register('resources/read', methods.resources.read);
  }
  for (const name of methods.events ? EVENT_METHODS : []) {
    if (methods.events) register(name, methods.events[name]);
  }
  // Not registered, because the SDK would add `content` to a task's handle.
  const callTool = bind('tools/call', methods.callTool);
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method !== 'tools/call') throw methodNotFound(method);
    return callTool(params, context);
  };
}
