import type { Readable, Writable } from 'node:stream';

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

import { filterMessages } from './filter-messages.js';

/** What is served, and over which streams. */
export interface StdioOptions {
  readonly createServer: () => McpServer;
  /** Default: this process's standard input and output. Nothing else may write to the output. */
  readonly input?: Readable;
  readonly output?: Writable;
}

/** A connection over standard input and output. */
export interface StdioHandle {
  /** Resolves when the client has closed the connection, or `close` was called. */
  readonly closed: Promise<void>;
  /** Ends the connection and what its requests wait for. Their tasks go on. */
  readonly close: () => Promise<void>;
}

/** Serves MCP over standard input and output, to the one client that started this process. */
export async function serveStdio({
  createServer,
  input = process.stdin,
  output = process.stdout,
}: StdioOptions): Promise<StdioHandle> {
  const mcp = createServer();
  const transport = new StdioServerTransport(filterMessages(input, output), output);
  const closed = new Promise<void>((resolve) => {
    mcp.server.onclose = resolve;
  });
  await mcp.connect(transport);
  // The SDK's transport does not notice that its input has ended, or that nobody reads its output any more.
  const close = async (): Promise<void> => mcp.close();
  input.once('end', () => void close());
  input.once('close', () => void close());
  output.once('error', () => void close());
  return { closed, close };
}
