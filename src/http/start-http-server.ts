import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Express } from 'express';

import { MCP_PATH } from './create-http-app.js';

/** How long answers that have ended may take to go out when the server stops, in milliseconds. */
const CLOSE_PATIENCE_MS = 1_000;

/** Where an application is served. */
export interface ListenOptions {
  /** Address to listen on. Default: `127.0.0.1`, this machine only, because nobody is authenticated. */
  readonly host?: string;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
}

/** A server that listens. */
export interface HttpServerHandle {
  /** Where clients connect: `http://127.0.0.1:7400/mcp`. */
  readonly url: string;
  /**
   * Stops listening and ends the open requests. Their tasks go on, and another process can answer for them.
   * Resolves when the last connection has closed.
   */
  readonly close: () => Promise<void>;
}

function explain(error: unknown, host: string, port: number): Error {
  const { code } = error as { readonly code?: unknown };
  switch (code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} on ${host} is taken by another program. Stop that program, or choose another port with --port (0 takes any free one).`,
        { cause: error },
      );
    case 'EACCES':
      return new Error(
        `This user may not listen on port ${port}. Choose a port above 1023 with --port.`,
        { cause: error },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`${host} is not an address of this machine. Name another with --host.`, {
        cause: error,
      });
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

/** Waits for the answers of a server that are under way, as far as their clients take them without delay. */
function followAnswers(server: Server): () => Promise<void> {
  const open = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return async () => {
    const signal = AbortSignal.timeout(CLOSE_PATIENCE_MS);
    const closing = Array.from(open, async (response) => once(response, 'close', { signal }));
    await Promise.allSettled(closing);
  };
}

/**
 * Serves an application of `createHttpApp` over HTTP.
 *
 * @param beforeClose Ends the open requests as gracefully as their protocols can, before their connections are closed.
 * @throws {Error} When the port is taken or the address is not this machine's; the message says what to do.
 */
export async function startHttpServer(
  app: Express,
  { host = '127.0.0.1', port }: ListenOptions,
  beforeClose: () => Promise<void> = async () => Promise.resolve(),
): Promise<HttpServerHandle> {
  const server = createServer(app);
  const untilAnswered = followAnswers(server);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explain(error, host, port);
  }
  const address = server.address() as AddressInfo;
  const hostname = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    await beforeClose();
    await untilAnswered();
    server.closeAllConnections();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    url: `http://${hostname}:${address.port}${MCP_PATH}`,
    close: async () => (closing ??= close()),
  };
}
