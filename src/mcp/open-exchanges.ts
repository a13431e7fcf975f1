import { WITHDRAWN } from '../core/request/exchange.js';
import { inTime } from '../core/value/in-time.js';
import { isRecord } from '../core/value/is-record.js';

/** Matches the SDKs' reasons for a cancellation after their own time limit. */
const TIMEOUT = /time-?d? ?out|timeout/i;

/** Returns true if a cancellation's reason names a time limit: the client stops waiting, but the user may want the call. */
function isTimeOut(reason: unknown): boolean {
  const text = reason instanceof Error ? reason.message : reason;
  return typeof text === 'string' && TIMEOUT.test(text.slice(0, 200));
}

/** Maximum time to end the standing exchanges, in milliseconds. */
const DRAIN_PATIENCE_MS = 1_000;

/** Maximum time to answer the requests that were read before the input ended: one call to Temporal. */
const FINISH_PATIENCE_MS = 10_000;

/**
 * The notification that withdraws a request. In revisions with subscriptions over stdio, it also ends a subscription.
 */
export const CANCELLED_METHOD = 'notifications/cancelled';

/** Made once, because each new error would have a stack that nobody needs. */
const ENDED = new DOMException('The exchange has ended.', 'AbortError');

/** Returns the key of an exchange. A JSON-RPC ID is a number or a text, and 1 differs from "1". */
function toKey(session: string, id: string | number): string {
  return `${session} ${JSON.stringify(id)}`;
}

export interface OpenExchange {
  /** Fires when the client has gone or withdrawn its request, `end` is called, or the server closes. */
  readonly signal: AbortSignal;
  /** Fires when the client can send nothing more, but still reads. */
  readonly inputOver: AbortSignal;
  readonly end: () => void;
}

/** Open exchanges. A message can withdraw one of them, and the server can end all of them. */
export class OpenExchanges {
  /** Functions that end the open exchanges, and what tells each that its client can send no more. */
  readonly #open = new Map<() => void, AbortController>();
  /** Functions that withdraw the requests of sessions, with the client's reason. */
  readonly #named = new Map<string, (reason: unknown) => void>();
  /** Callbacks that end the standing exchanges. */
  readonly #standing = new Set<() => void>();
  #onDrained: () => void = () => undefined;
  #onFinished: () => void = () => undefined;
  #isDraining = false;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Begins an exchange. By session and ID, `notifications/cancelled` can withdraw its request. Over HTTP, the
   * notification comes in a separate POST. It works in this process and for sessions only, since only a session
   * identifies the request's client.
   *
   * @param gone Fires when the client has gone. Absent: the connection tells.
   */
  begin(gone: AbortSignal | undefined, session?: string, id?: string | number): OpenExchange {
    const exchange = new AbortController();
    const key = session === undefined || id === undefined ? undefined : toKey(session, id);
    const finish = (reason: DOMException): void => {
      gone?.removeEventListener('abort', end);
      this.#open.delete(end);
      if (this.#open.size === 0) this.#onFinished();
      if (key !== undefined && this.#named.get(key) === withdraw) this.#named.delete(key);
      exchange.abort(reason);
    };
    const end = (): void => {
      finish(ENDED);
    };
    const withdraw = (reason: unknown): void => {
      finish(isTimeOut(reason) ? ENDED : WITHDRAWN);
    };
    const inputOver = new AbortController();
    this.#open.set(end, inputOver);
    if (key !== undefined) this.#named.set(key, withdraw);
    gone?.addEventListener('abort', end);
    if (gone?.aborted || this.#isClosed) end();
    return { signal: exchange.signal, inputOver: inputOver.signal, end };
  }

  /**
   * Marks an exchange that does not wait for work, so that it can move to another replica.
   *
   * @param signal The signal of the exchange.
   * @param leave Called when the server drains. It ends the exchange as its protocol requires.
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

  /** Withdraws the request of a notification, if it is open in this process. Ignores other notifications. */
  withdraw(session: string | undefined, notification: unknown): void {
    if (!isRecord(notification) || notification['method'] !== CANCELLED_METHOD) return;
    const { params } = notification;
    const { requestId, reason } = isRecord(params) ? params : ({} as Record<string, unknown>);
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
    if (session !== undefined) this.#named.get(toKey(session, requestId))?.(reason);
  }

  /**
   * Ends all standing exchanges, and later ones at once. Resolves when they have ended, after a second at the latest.
   */
  async drain(): Promise<void> {
    this.#isDraining = true;
    for (const leave of this.#standing) leave();
    if (this.#standing.size === 0) return;
    const drained = new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    await inTime(drained, DRAIN_PATIENCE_MS, () => undefined);
  }

  /** Ends the standing exchanges, and resolves when the others have their answers, after 10 s at the latest. */
  async finish(): Promise<void> {
    for (const inputOver of this.#open.values()) inputOver.abort();
    await this.drain();
    if (this.#open.size === 0) return;
    const finished = new Promise<void>((resolve) => {
      this.#onFinished = resolve;
    });
    await inTime(finished, FINISH_PATIENCE_MS, () => undefined);
  }

  close(): void {
    this.#isClosed = true;
    for (const end of this.#open.keys()) end();
  }
}
