import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';

import type { Identify } from '../../core/person/caller.js';
import type { ServerIdentity } from '../generation.js';
import { logProtocolError } from '../log-failure.js';

import type { TasksBinding } from './binding.js';
import type { Connection } from './methods/connection.js';
import { observeConnection } from './methods/observe-connection.js';
import { registerTaskMethods, setHandler } from './methods/register-methods.js';
import { tasksCapability, toolsCapability } from './wire/capabilities.js';

/**
 * The SDK holds answers to questions against their schemas that it has asked itself; it asks none here, and a validator
 * takes longer to make than all else of a server.
 */
const noValidator: jsonSchemaValidator = {
  getValidator: () => {
    throw new Error('Questions are not asked by way of the SDK.');
  },
};

/** Who the clients of a server are. */
export interface CreateServerOptions {
  /**
   * Whose requests come. Default: everybody is the one local user, which is right for stdio and for a server on
   * loopback, and for nothing else.
   */
  readonly identify?: Identify;
  /** What is known of the connection. Default: it is watched, and `identify` asked with every request. */
  readonly connection?: Connection;
}

/**
 * A whole MCP server whose tools are the catalog's. It keeps nothing between requests, so one may be made for
 * each HTTP request, as well as for each connection.
 */
export function createServer(
  identity: ServerIdentity,
  binding: TasksBinding,
  { identify, connection }: CreateServerOptions = {},
): McpServer {
  const { instructions, ...info } = identity;
  const mcp = new McpServer(info, {
    ...(instructions !== undefined && { instructions }),
    jsonSchemaValidator: noValidator,
  });
  const { server } = mcp;
  const hasResources = binding.resources !== undefined;
  server.registerCapabilities({
    tools: toolsCapability(binding.toolChanges),
    ...(hasResources && { resources: {} }),
    ...(binding.events && { events: {} }),
    tasks: tasksCapability(binding.canList),
  });
  server.onerror = (error) => {
    logProtocolError(binding.logger, error);
  };
  const known = connection ?? observeConnection(server, binding, identify);
  const { callTool, listTools, ...ofResources } = registerTaskMethods(server, binding, known);
  setHandler(server, 'tools/list', listTools);
  setHandler(server, 'tools/call', callTool);
  if (hasResources) {
    setHandler(server, 'resources/list', ofResources.listResources);
    setHandler(server, 'resources/templates/list', ofResources.listResourceTemplates);
    setHandler(server, 'resources/read', ofResources.readResource);
  }
  return mcp;
}
