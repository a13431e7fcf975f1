import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The answers of a server that are under way. */
export class OpenAnswers {
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

  /** From now on no connection outlives its answer. */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#open.keys()) sendClose(response);
  }

  /** Resolves when no answer is under way, or the time is over. */
  async untilNone(withinMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#onNone = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
  }

  /** A stream that began before the end did has promised its client a connection for the next request. */
  #leave(socket: Socket): void {
    if (![...this.#open.values()].includes(socket)) socket.destroySoon();
    if (this.#open.size === 0) this.#onNone?.();
  }
}

/** Its client is not to send the next request on the same connection. */
function sendClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
