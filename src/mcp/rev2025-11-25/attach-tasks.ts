import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  type ServerResult,
} from '@modelcontextprotocol/sdk/types.js';

import { TaskError, TaskErrorCode } from '../../core/errors.js';

import type { Identify } from '../../core/caller.js';

import type { TasksBinding } from './binding.js';
import { tasksCapability } from './capabilities.js';
import { toJsonRpcError } from './json-rpc-error.js';
import { type RawHandler, registerTaskMethods, setHandler } from './register-methods.js';

type ToolMethod = 'tools/list' | 'tools/call';
/** A handler as `McpServer` installs it: of a parsed request. */
type SdkHandler = (request: never, extra: Parameters<RawHandler>[1]) => unknown;

type ListTheirs = (params: unknown, extra: Parameters<RawHandler>[1]) => Promise<ListToolsResult>;

/** Servers that have been given tasks: a second catalog would silently replace the first. */
const attached = new WeakSet<McpServer>();

function isToolMethod(method: string): method is ToolMethod {
  return method === 'tools/list' || method === 'tools/call';
}

function methodOf(schema: object): string {
  const { shape } = schema as { shape?: { method?: { value?: unknown } } };
  return String(shape?.method?.value);
}

/**
 * Catches the handlers that `McpServer` installs for tools when its first one is registered, so that they can
 * be called for its own tools while the registered handler answers for ours as well. Public methods only.
 */
function interceptToolHandlers(server: McpServer['server']): Map<ToolMethod, SdkHandler> {
  const theirs = new Map<ToolMethod, SdkHandler>();
  const setRequestHandler = server.setRequestHandler.bind(server);
  server.setRequestHandler = (schema, handler) => {
    const method = methodOf(schema);
    if (isToolMethod(method)) theirs.set(method, handler as SdkHandler);
    else setRequestHandler(schema, handler);
  };
  const assertCanSet = server.assertCanSetRequestHandler.bind(server);
  server.assertCanSetRequestHandler = (method) => {
    if (!isToolMethod(method)) assertCanSet(method);
  };
  return theirs;
}

function refuseTask(name: string): never {
  throw toJsonRpcError(
    new TaskError(
      TaskErrorCode.taskForbidden,
      `Tool ${name} cannot run as a task: call it without "task".`,
    ),
  );
}

/** Whose requests come to a server that tasks are attached to. */
export interface AttachOptions {
  /** Default: everybody is the one local user, which is right for stdio and for a server on loopback, and for nothing else. */
  readonly identify?: Identify;
}

/**
 * Adds the catalog's tools and the `tasks/…` methods to an `McpServer` that has, or will have, tools of its own.
 * Where both have a tool of one name, the catalog's is called and listed.
 *
 * Call it before the first `registerTool` and before `connect`. The SDK's own `registerToolTask` cannot be used
 * on the same server: there is one `tasks/get`.
 *
 * @throws {Error} When a tool was registered before, or tasks were attached before.
 */
export function attachTasks(
  mcp: McpServer,
  options: TasksBinding,
  connection: AttachOptions = {},
): void {
  const { server } = mcp;
  if (attached.has(mcp)) throw new Error('This server has tasks already: attach one catalog.');
  try {
    server.assertCanSetRequestHandler('tools/call');
  } catch (error) {
    throw new Error('Call attachTasks before the first registerTool.', { cause: error });
  }
  server.registerCapabilities({
    tools: { listChanged: true },
    tasks: tasksCapability(options.canList ?? true),
  });
  attached.add(mcp);
  const bound = registerTaskMethods(server, options, connection);
  const theirs = interceptToolHandlers(server);

  const listTheirs: ListTheirs = async (params, extra) => {
    const handler = theirs.get('tools/list');
    if (!handler) return { tools: [] };
    const request = ListToolsRequestSchema.safeParse({ method: 'tools/list', params });
    if (!request.success) {
      const message = 'Invalid params: "cursor" must be a text.';
      throw toJsonRpcError(new TaskError(TaskErrorCode.invalidParams, message));
    }
    return (await handler(request.data as never, extra)) as ListToolsResult;
  };

  setHandler(server, 'tools/list', async (params, extra) => {
    const listed = await listTheirs(params, extra);
    const others = listed.tools.filter(({ name }) => !options.tools.has(name));
    return { ...listed, tools: [...others, ...bound.listTools(extra).tools] };
  });

  setHandler(server, 'tools/call', async (params, extra) => {
    const request = CallToolRequestSchema.safeParse({ method: 'tools/call', params });
    const handler = theirs.get('tools/call');
    if (!handler || !request.success || options.tools.has(request.data.params.name)) {
      return bound.callTool(params, extra);
    }
    const { name, task } = request.data.params;
    if (task !== undefined) {
      const { tools } = await listTheirs({}, extra);
      return tools.some((tool) => tool.name === name)
        ? refuseTask(name)
        : bound.callTool(params, extra);
    }
    return (await handler(request.data as never, extra)) as ServerResult;
  });
}
