import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

import type { ConnectionInfo, TasksBindingOptions } from './binding-options.js';
import { tasksCapability } from './capabilities.js';
import { registerTaskMethods, setHandler } from './register-methods.js';

/** How the server introduces itself in its reply to `initialize`. */
export interface ServerIdentity {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
}

/**
 * A whole MCP server whose tools are the catalog's. It keeps nothing between requests, so one may be made for
 * each HTTP request, as well as for each connection.
 */
export function createServer(
  identity: ServerIdentity,
  options: TasksBindingOptions,
  connection: ConnectionInfo = {},
): McpServer {
  const { instructions, ...info } = identity;
  const mcp = new McpServer(info, instructions === undefined ? {} : { instructions });
  const { server } = mcp;
  server.registerCapabilities({ tools: {}, tasks: tasksCapability(options.canList ?? true) });
  server.onerror = (error) => {
    options.logger?.warn({ err: error }, 'Protocol error');
  };
  const { callTool, listTools } = registerTaskMethods(server, options, connection);
  setHandler(server, 'tools/list', async (_params, extra) => Promise.resolve(listTools(extra)));
  setHandler(server, 'tools/call', callTool);
  return mcp;
}
