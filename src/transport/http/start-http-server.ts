import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

import { DEFAULT_DRAIN_MS } from './drain-time.js';
import type { HttpApp } from './http-app.js';
import {
  type ConnectionLimits,
  DEFAULT_MAX_CONNECTIONS,
  toKeepAlive,
  toServerOptions,
} from './limits/connection-limits.js';
import { MCP_PATH } from './mcp-path.js';

class OpenAnswers {
  readonly #open = new Map<ServerResponse, Socket>();
  #isDraining = false;
  #onNone: (() => void) | undefined;

  constructor(server: Server) {
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#open.set(response, socket);
      if (this.#isDraining) sendClose(response);
      response.once('close', () => {
        this.#open.delete(response);
        if (this.#isDraining) this.#leave(socket);
      });
    });
  }

  /** Closes each connection after its answer from now on. */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#open.keys()) sendClose(response);
  }

  /** Resolves when there is no open answer, or when the time is over. */
  async untilNone(withinMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#onNone = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
  }

  /**
   * Closes a connection without open answers. Headers of a stream that began before `drain` promised to keep it open.
   */
  #leave(socket: Socket): void {
    if (![...this.#open.values()].includes(socket)) socket.destroySoon();
    if (this.#open.size === 0) this.#onNone?.();
  }
}

/** Tells the client not to send another request on this connection. */
function sendClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/**
 * Number of connections that may wait in the kernel's queue, where Node.js asks for 511. The kernel shortens it to its
 * own limit: `net.core.somaxconn` on Linux, 4,096 by default.
 */
const BACKLOG = 65_535;
/** Time to send the last answers when the server stops, in milliseconds. */
const CLOSE_PATIENCE_MS = 1_000;

/** Address of a server, and the time to stop it. */
export interface ListenOptions {
  /** Address to listen on. Default: `127.0.0.1`, this machine only, since there is no authentication. */
  readonly host?: string | undefined;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  /**
   * Time to finish open requests when the server is closed, in milliseconds. Waits and streams end at once, since they
   * can continue on another replica. Default: 10,000.
   */
  readonly drainMs?: number | undefined;
  /** Limits of connections. Default: the defaults of {@link ConnectionLimits}. */
  readonly limits?: ConnectionLimits | undefined;
}

/** A running server. */
export interface HttpServerHandle {
  /** URL for clients: `http://127.0.0.1:7400/mcp`. */
  readonly url: string;
  /** URL of the inbox. Absent: no inbox. */
  readonly inboxUrl?: string | undefined;
  /**
   * Stops listening, ends waits and streams, and finishes other requests within `drainMs`. Tasks continue, and another
   * process can serve them. Resolves when the last connection has closed.
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

/** The steps that end the served generations: first gracefully, then at once. */
export interface ServedEnd {
  /** Ends waits and streams. Other requests are still answered. Default: none. */
  readonly drain?: (() => Promise<void>) | undefined;
  /** Ends the remaining requests, as their protocol requires. Default: none. */
  readonly close?: (() => Promise<void>) | undefined;
}

/**
 * Accepts the connections that wait in the kernel's queue. The kernel would reset them when the server stops listening;
 * Node.js accepts one in a turn of its event loop.
 */
async function untilReceived(server: Server): Promise<void> {
  let taken = 0;
  const onConnection = (): void => {
    taken += 1;
  };
  server.on('connection', onConnection);
  for (let before = -1, turns = 0; before < taken && turns < BACKLOG; turns += 1) {
    before = taken;
    await turn();
    await turn();
  }
  server.off('connection', onConnection);
}

/**
 * Serves an application of `createHttpApp` over HTTP.
 *
 * @throws {Error} If the port is taken or the address does not belong to this machine; the message says what to do.
 */
export async function startHttpServer(
  app: HttpApp,
  { host = '127.0.0.1', port, drainMs = DEFAULT_DRAIN_MS, limits }: ListenOptions,
  { drain, close: closeServed }: ServedEnd = {},
): Promise<HttpServerHandle> {
  const server = createServer(toServerOptions(limits), app);
  const keepAlive = toKeepAlive(limits);
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('Keep-Alive', keepAlive);
  });
  server.maxConnections = limits?.maxConnections ?? DEFAULT_MAX_CONNECTIONS;
  const answers = new OpenAnswers(server);
  server.listen({ port, host, backlog: BACKLOG });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explain(error, host, port);
  }
  const address = server.address() as AddressInfo;
  const hostname = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const close = async (): Promise<void> => {
    await untilReceived(server);
    const closed = once(server, 'close');
    server.close();
    answers.drain();
    const drainedBy = Date.now() + drainMs;
    await drain?.();
    await answers.untilNone(drainedBy - Date.now());
    await closeServed?.();
    await answers.untilNone(CLOSE_PATIENCE_MS);
    server.closeAllConnections();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    url: `http://${hostname}:${address.port}${MCP_PATH}`,
    close: async () => (closing ??= close()),
  };
}
