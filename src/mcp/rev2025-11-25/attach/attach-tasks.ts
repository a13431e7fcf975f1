import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  type ReadResourceResult,
  type ServerResult,
} from '@modelcontextprotocol/sdk/types.js';

import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import type { Identify } from '../../../core/person/caller.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { TaskResources } from '../../../service/calls/answer/task-resources.js';
import type { TasksBinding } from '../binding.js';
import { createMethods } from '../methods/methods.js';
import type { Method } from '../methods/request-context.js';
import { tasksCapability } from '../wire/capabilities.js';
import { toJsonRpcError } from '../wire/json-rpc-error.js';

import { type LowLevelServer, observeConnection, type RequestExtra } from './observe-connection.js';
import { type RawHandler, setHandler, toHandler } from './set-handlers.js';

type ToolMethod = 'tools/list' | 'tools/call';
/** A handler that `McpServer` installs for a parsed request. */
type SdkHandler = (request: never, extra: RequestExtra) => unknown;

function isToolMethod(method: string): method is ToolMethod {
  return method === 'tools/list' || method === 'tools/call';
}

function methodOf(schema: object): string {
  const { shape } = schema as { shape?: { method?: { value?: unknown } } };
  return String(shape?.method?.value);
}

/**
 * Intercepts the tool handlers that `McpServer` installs at its first registration. Calls of the host's tools go to
 * them; the registered handler also serves this package's tools. Uses public methods only.
 */
function interceptToolHandlers(server: LowLevelServer): Map<ToolMethod, SdkHandler> {
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

/**
 * @throws {Error} If tasks are already attached: a second catalog would silently replace the first. Also if a tool is
 * already registered.
 */
function assertFree(server: LowLevelServer): void {
  try {
    server.assertCanSetRequestHandler('tasks/get');
  } catch (error) {
    throw new Error('This server has tasks already: attach one catalog.', { cause: error });
  }
  try {
    server.assertCanSetRequestHandler('tools/call');
  } catch (error) {
    throw new Error('Call attachTasks before the first registerTool.', { cause: error });
  }
}

function refuseTask(name: string): never {
  throw toJsonRpcError(
    new TaskError(
      TaskErrorCode.taskForbidden,
      `Tool ${name} cannot run as a task: call it without "task".`,
    ),
  );
}

function withoutTask(params: unknown): unknown {
  if (!isRecord(params)) return params;
  const rest = { ...params };
  delete rest['task'];
  return rest;
}

/** Options of a server to which tasks are attached. */
export interface AttachOptions {
  /** Names the caller. Default: every caller is the local user, which is safe only over stdio and on loopback. */
  readonly identify?: Identify;
}

/** The host's tool methods, which an `McpServer` has installed. */
class OtherTools {
  readonly #handlers: Map<ToolMethod, SdkHandler>;

  constructor(handlers: Map<ToolMethod, SdkHandler>) {
    this.#handlers = handlers;
  }

  async list(params: unknown, extra: RequestExtra): Promise<ListToolsResult> {
    const handler = this.#handlers.get('tools/list');
    if (!handler) return { tools: [] };
    const request = ListToolsRequestSchema.safeParse({ method: 'tools/list', params });
    if (!request.success) {
      const message = 'Invalid params: "cursor" must be a string.';
      throw toJsonRpcError(new TaskError(TaskErrorCode.invalidParams, message));
    }
    return (await handler(request.data as never, extra)) as ListToolsResult;
  }

  /** Returns the call if it may call one of the host's tools; `undefined` otherwise, and for a malformed call. */
  findCall(params: unknown): CallToolRequest | undefined {
    const request = CallToolRequestSchema.safeParse({ method: 'tools/call', params });
    return this.#handlers.has('tools/call') && request.success ? request.data : undefined;
  }

  async call(request: CallToolRequest, extra: RequestExtra): Promise<ServerResult> {
    return (await this.#handlers.get('tools/call')?.(request as never, extra)) as ServerResult;
  }
}

/** Registers this package's resources besides the host's. The SDK selects by template. */
function registerResources(
  mcp: McpServer,
  { template: { name, description, uriTemplate } }: TaskResources,
  read: RawHandler,
): void {
  // There is no list, since the links are in the results.
  const template = new ResourceTemplate(uriTemplate, { list: undefined });
  mcp.registerResource(name, template, { description }, async ({ href }, _variables, extra) => {
    const result = await read({ uri: href }, extra);
    return result as ReadResourceResult;
  });
}

/**
 * Adds the catalog's tools and the `tasks/…` methods to an `McpServer`, which may also have its own tools. If two tools
 * have the same name, the catalog's tool takes precedence.
 *
 * Call it before the first `registerTool` and before `connect`. The SDK's own `registerToolTask` cannot be used on
 * the same server, since both have a `tasks/get`.
 *
 * @throws {Error} If a tool was registered before, or the server has tasks already.
 */
export function attachTasks(
  mcp: McpServer,
  binding: TasksBinding,
  { identify }: AttachOptions = {},
): void {
  const { server } = mcp;
  assertFree(server);
  server.registerCapabilities({
    tools: { listChanged: true },
    tasks: tasksCapability(binding.canList),
  });
  const connection = observeConnection(server, binding, identify);
  const { tools: catalog } = binding;
  const { 'tools/list': listTools, 'tools/call': callTool, ...others } = createMethods(binding);
  const bind = (name: string, method: Method): RawHandler =>
    toHandler(server, { name, method }, { connection, binding });
  for (const [name, method] of Object.entries(others)) {
    if (!name.startsWith('resources/')) setHandler(server, name, bind(name, method));
  }
  const { 'resources/read': read } = others;
  if (binding.resources && read) {
    registerResources(mcp, binding.resources, bind('resources/read', read));
  }
  const own = { list: bind('tools/list', listTools), call: bind('tools/call', callTool) };
  const theirs = new OtherTools(interceptToolHandlers(server));

  setHandler(server, 'tools/list', async (params, extra) => {
    const listed = await theirs.list(params, extra);
    const { tools } = (await own.list(params, extra)) as ListToolsResult;
    return {
      ...listed,
      tools: [...listed.tools.filter(({ name }) => !catalog().has(name)), ...tools],
    };
  });

  setHandler(server, 'tools/call', async (params, extra) => {
    // A receiver without tasks must ignore `task`, even if its value is invalid.
    const call = theirs.findCall(connection.hasTasks(extra) ? params : withoutTask(params));
    if (!call || catalog().has(call.params.name)) return own.call(params, extra);
    const { name, task } = call.params;
    if (task === undefined) return theirs.call(call, extra);
    const { tools } = await theirs.list({}, extra);
    if (tools.some((tool) => tool.name === name)) refuseTask(name);
    return own.call(params, extra);
  });
}
