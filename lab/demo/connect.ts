import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

import { packageInfo } from '../../src/app/config/package-info.js';

/** Whether an error is that nobody listens, or listens any more. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}

/** What to tell the person at the terminal when the server could not be talked to. */
export function explain(error: unknown, url: string): Error {
  const start = 'Start one with "npm run dev", or name another with --url.';
  if (isConnectionLost(error)) return new Error(`No MCP server answers at ${url}. ${start}`);
  const reason = error instanceof StreamableHTTPError ? `HTTP ${error.code ?? '?'}` : String(error);
  if (error instanceof McpError) {
    return new Error(`The server at ${url} answered with an error: ${reason}`, { cause: error });
  }
  return new Error(`What answers at ${url} does not speak MCP (${reason}). ${start}`, {
    cause: error,
  });
}

/**
 * Connects the official MCP client, as any host would that can show a form to a person.
 *
 * @throws what `fetch` or the SDK throws; see {@link isConnectionLost} and {@link explain}
 */
export async function connect(url: string): Promise<Client> {
  const client = new Client(
    { name: 'temporal-mcp-tasks-demo', version: packageInfo.version },
    { capabilities: { elicitation: { form: {} } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}
