import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
