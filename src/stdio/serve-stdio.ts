import type { Readable, Writable } from 'node:stream';

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

import { filterMessages } from './filter-messages.js';
import { splitGenerations } from './split-generations.js';

/** The two directions of a connection. */
export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Serves a connection in one generation. */
export type StdioGeneration = (streams: StdioStreams) => Promise<StdioHandle>;

/** What is served, and over which streams. */
export interface StdioOptions extends Partial<StdioStreams> {
  /** Makes the server of a connection of generation 2025-11-25. Absent: that generation is not served. */
  readonly createServer?: () => McpServer;
  /** Generation 2026-07-28 (`createStdioGeneration` of `serve-rev2026.ts`). Absent: that generation is not served. */
  readonly rev2026?: StdioGeneration;
}

/** A connection over standard input and output. */
export interface StdioHandle {
  /** Resolves when the client has closed the connection, or `close` was called. */
  readonly closed: Promise<void>;
  /** Ends the connection and what its requests wait for. Their tasks go on. */
  readonly close: () => Promise<void>;
}

function serveRev2025(createServer: () => McpServer): StdioGeneration {
  return async ({ input, output }) => {
    const mcp = createServer();
    const transport = new StdioServerTransport(input, output);
    const closed = new Promise<void>((resolve) => {
      mcp.server.onclose = resolve;
    });
    await mcp.connect(transport);
    // The SDK's transport does not notice that its input has ended.
    const close = async (): Promise<void> => mcp.close();
    input.once('end', () => void close());
    input.once('close', () => void close());
    return { closed, close };
  };
}

/** Serves a connection in the generation that its client opens it in. */
function serveEither(legacy: StdioGeneration, modern: StdioGeneration): StdioGeneration {
  return async ({ input, output }) => {
    const opened: Promise<StdioHandle>[] = [];
    const closing = new AbortController();
    const closed = new Promise<void>((resolve, reject) => {
      // Before the first message, there is no connection whose end would say so.
      closing.signal.addEventListener('abort', () => {
        resolve();
      });
      const open = (generation: StdioGeneration, lines: Readable): void => {
        const opening = generation({ input: lines, output });
        opened.push(opening);
        opening
          .then(async (connection) => {
            await connection.closed;
            // One that was only asked what there is ends while the other goes on.
            if (opened.at(-1) === opening) resolve();
          })
          .catch(reject);
      };
      splitGenerations(input, {
        onLegacy: (lines) => {
          open(legacy, lines);
        },
        onModern: (lines) => {
          open(modern, lines);
        },
      });
    });
    const close = async (): Promise<void> => {
      for (const opening of opened) await (await opening).close();
      input.destroy();
      closing.abort();
    };
    return Promise.resolve({ closed, close });
  };
}

/**
 * Serves MCP over standard input and output, to the one client that started this process.
 *
 * Default streams: this process's standard input and output. Nothing else may write to the output.
 *
 * @throws {Error} When no generation is given.
 */
export async function serveStdio({
  createServer,
  rev2026,
  input = process.stdin,
  output = process.stdout,
}: StdioOptions): Promise<StdioHandle> {
  const legacy = createServer && serveRev2025(createServer);
  const generation = legacy && rev2026 ? serveEither(legacy, rev2026) : (legacy ?? rev2026);
  if (!generation)
    throw new Error('There is no generation to serve: give createServer or rev2026.');
  const connection = await generation({ input: filterMessages(input, output), output });
  // Nobody reads the output any more.
  output.once('error', () => {
    connection.close().catch(() => undefined);
  });
  return connection;
}
