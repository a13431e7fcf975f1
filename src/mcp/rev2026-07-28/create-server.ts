import { type Implementation, McpServer } from '@modelcontextprotocol/server';

import type { ToolChanges } from '../../service/calls/tool-changes.js';
import type { ServerIdentity } from '../generation.js';
import { logProtocolError } from '../log-failure.js';

import type { ConnectionInfo } from './binding-options.js';
import { registerMethods, type RegisterOptions } from './methods/register-methods.js';
import { serverCapabilities } from './wire/capabilities.js';

/** What a server is, and what it answers. */
export interface ServerOptions extends RegisterOptions {
  readonly identity: ServerIdentity;
  /** Tells when the tools have been replaced; `undefined` where they never are. */
  readonly toolChanges?: ToolChanges | undefined;
  /** What of events is announced; `undefined` where there are none. */
  readonly events?: { readonly topLevelCapability: boolean } | undefined;
}

/** An identity as it stands in `_meta` of results. */
export function toServerInfo({ name, title, version }: ServerIdentity): Implementation {
  return { name, version, ...(title !== undefined && { title }) };
}

/**
 * A whole MCP server for one connection, or for one HTTP request: it keeps nothing between requests. It serves this
 * revision only.
 */
export function createServer(options: ServerOptions, connection: ConnectionInfo): McpServer {
  const { instructions, ...info } = options.identity;
  const mcp = new McpServer(info, instructions === undefined ? {} : { instructions });
  const { server } = mcp;
  // Not given to the constructor, which would answer `tools/call` itself then.
  server.registerCapabilities(
    serverCapabilities({
      canChange: options.toolChanges !== undefined,
      hasResources: options.methods.resources !== undefined,
      events: options.events,
    }),
  );
  server.onerror = (error) => {
    logProtocolError(options.logger, error);
  };
  registerMethods(server, options, connection);
  return mcp;
}
