import { inTime } from '../core/value/in-time.js';
import { isRecord } from '../core/value/is-record.js';

/** Time for standing exchanges to end, in milliseconds. */
const DRAIN_PATIENCE_MS = 1_000;

/** Withdraws a request; in revisions with subscriptions over stdio, also ends one. */
export const CANCELLED_METHOD = 'notifications/cancelled';

/** The session and request ID of an exchange. Without both, it cannot be withdrawn. */
export interface ExchangeName {
  readonly session: string | undefined;
  readonly requestId: string | number | undefined;
}

/** Made once: an instance for each exchange would have an unused stack. */
const ENDED = new DOMException('The exchange has ended.', 'AbortError');

/** A JSON-RPC ID is a number or a text, and 1 is not "1". */
function toKey({ session, requestId }: ExchangeName): string | undefined {
  if (session === undefined || requestId === undefined) return undefined;
  return `${session} ${JSON.stringify(requestId)}`;
}

/** Open exchanges, which a message can withdraw and the server can end together. */
export class OpenExchanges {
  readonly #open = new Set<AbortController>();
  readonly #named = new Map<string, (reason: unknown) => void>();
  /** Callbacks that end the standing exchanges. */
  readonly #standing = new Set<() => void>();
  #onDrained: () => void = () => undefined;
  #isDraining = false;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A signal that fires when the client has gone, the exchange has ended, or all of them are to end. */
  begin(gone: AbortSignal): { readonly signal: AbortSignal; readonly end: () => void } {
    const exchange = new AbortController();
    const end = (): void => {
      gone.removeEventListener('abort', end);
      this.#open.delete(exchange);
      exchange.abort(ENDED);
    };
    this.#open.add(exchange);
    gone.addEventListener('abort', end);
    if (gone.aborted || this.#isClosed) end();
    return { signal: exchange.signal, end };
  }

  /**
   * Marks an exchange that waits for no work, and can move to another server.
   *
   * @param signal Of the exchange.
   * @param leave Called when the server drains: it ends the exchange as its protocol requires.
   */
  stand(signal: AbortSignal, leave: () => void): void {
    if (signal.aborted) return;
    this.#standing.add(leave);
    signal.addEventListener('abort', () => {
      this.#standing.delete(leave);
      if (this.#standing.size === 0) this.#onDrained();
    });
    if (this.#isDraining) leave();
  }

  /**
   * Lets a `notifications/cancelled` withdraw the request of an exchange, though over HTTP it comes as a POST of its
   * own. It works in this process and for sessions only, since only a session names the request's client.
   *
   * @param onWithdrawn Called with the client's reason.
   * @returns Undoes the registration.
   */
  name(name: ExchangeName, onWithdrawn: (reason: unknown) => void): () => void {
    const key = toKey(name);
    if (key === undefined) return () => undefined;
    this.#named.set(key, onWithdrawn);
    return () => {
      if (this.#named.get(key) === onWithdrawn) this.#named.delete(key);
    };
  }

  /** Withdraws the request of a notification, if it is open in this process. Ignores other notifications. */
  withdraw(session: string | undefined, notification: unknown): void {
    if (!isRecord(notification) || notification['method'] !== CANCELLED_METHOD) return;
    const { params } = notification;
    const { requestId, reason } = isRecord(params) ? params : ({} as Record<string, unknown>);
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
    const key = toKey({ session, requestId });
    if (key !== undefined) this.#named.get(key)?.(reason);
  }

  /** Ends the standing exchanges, now and from now on. Resolves when they have ended, after a second at the latest. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    for (const leave of this.#standing) leave();
    if (this.#standing.size === 0) return;
    const drained = new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    await inTime(drained, DRAIN_PATIENCE_MS, () => undefined);
  }

  close(): void {
    this.#isClosed = true;
    for (const exchange of this.#open) exchange.abort(ENDED);
    this.#open.clear();
  }
}
