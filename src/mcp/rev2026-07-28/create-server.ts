import { type Implementation, McpServer } from '@modelcontextprotocol/server';

import type { TasksBindingOptions } from './binding-options.js';
import { serverCapabilities } from './capabilities.js';
import { registerMethods } from './register-methods.js';

/** How the server introduces itself in its reply to `server/discover`, and in every result. */
export interface ServerIdentity {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
}

/** An identity as it stands in `_meta` of results. */
export function toServerInfo({ name, title, version }: ServerIdentity): Implementation {
  return { name, version, ...(title !== undefined && { title }) };
}

/**
 * A whole MCP server whose tools are the catalog's. It keeps nothing between requests, so one may be made for
 * each HTTP request, as well as for each connection. It serves 2026-07-28 only.
 *
 * @param isClosing Whether the calls that end now were ended by this process, not by their clients, and their tasks
 * are to go on. Default: never.
 */
export function createServer(
  identity: ServerIdentity,
  options: TasksBindingOptions,
  isClosing?: () => boolean,
): McpServer {
  const { instructions, ...info } = identity;
  const mcp = new McpServer(info, instructions === undefined ? {} : { instructions });
  const { server } = mcp;
  // Not given to the constructor, which would answer `tools/call` itself then.
  server.registerCapabilities(serverCapabilities());
  server.onerror = (error) => {
    options.logger?.warn({ err: error }, 'Protocol error');
  };
  registerMethods(server, options, isClosing);
  return mcp;
}
