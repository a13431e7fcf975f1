import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

import { packageInfo } from '../../app/config/package-info.js';

/** Returns true for the error of `fetch` when no server listens. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}

/** Turns an error of {@link connect} into an error with advice. */
export function explain(error: unknown, url: string): Error {
  const start = 'Start one with "temporal-mcp-tasks dev", or name another with --url.';
  if (isConnectionLost(error)) return new Error(`No MCP server answers at ${url}. ${start}`);
  const reason = error instanceof StreamableHTTPError ? `HTTP ${error.code ?? '?'}` : String(error);
  if (error instanceof McpError) {
    return new Error(`The server at ${url} answered with an error: ${reason}`, { cause: error });
  }
  return new Error(`The program at ${url} does not speak MCP (${reason}). ${start}`, {
    cause: error,
  });
}

/**
 * Connects the official MCP client, like a host that can show forms to a person.
 *
 * @throws {Error} The error of `fetch` or the SDK; see {@link isConnectionLost} and {@link explain}.
 */
export async function connect(url: string): Promise<Client> {
  const client = new Client(
    { name: 'temporal-mcp-tasks-demo', version: packageInfo.version },
    { capabilities: { elicitation: { form: {} } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}
