/** Sessions of the inbox. A cookie contains the whole session, so that every process can read it. */
import type { Sealer } from '../../core/sealer.js';
import { onlyString } from '../../core/value/only-string.js';

import type { SealedCookie } from './cookies.js';

/** A visitor's session in one browser. */
export interface InboxSession {
  /** Random; forms are bound to it. */
  readonly id: string;
  /** The visitor's access token. Absent without sign-in. */
  readonly token?: string | undefined;
}

const PURPOSE = 'inbox session';
/** Maximum lifetime of a session, in milliseconds, even if its token lives longer. */
const MAX_LIFETIME_MS = 8 * 60 * 60_000;

/** The sessions of an inbox. */
export class Sessions {
  readonly #sealer: Sealer;
  readonly #cookie: SealedCookie;

  constructor(sealer: Sealer, cookie: SealedCookie) {
    this.#sealer = sealer;
    this.#cookie = cookie;
  }

  /** Reads the session from a request; `undefined` if there is no valid session. */
  async read(request: Request): Promise<InboxSession | undefined> {
    const text = await this.#cookie.read(request);
    const opened = text === undefined ? undefined : await this.#sealer.open(PURPOSE, text);
    const { id, token } = opened ?? {};
    if (typeof id !== 'string') return undefined;
    return { id, token: onlyString(token) };
  }

  /**
   * Begins a session.
   *
   * @param token.lifetimeMs Maximum lifetime of the token, as far as known.
   * @returns The session with its cookies; `undefined` if the token is too long for cookies.
   */
  async begin(
    request: Request,
    token?: { readonly text: string; readonly lifetimeMs: number | undefined },
  ): Promise<{ readonly session: InboxSession; readonly cookies: readonly string[] } | undefined> {
    const session = { id: crypto.randomUUID(), token: token?.text };
    const lifetimeMs = Math.min(token?.lifetimeMs ?? MAX_LIFETIME_MS, MAX_LIFETIME_MS);
    const sealed = await this.#sealer.seal(PURPOSE, session, { lifetimeMs });
    const cookies = await this.#cookie.set(request, sealed, lifetimeMs / 1000);
    return cookies && { session, cookies };
  }

  /** Values of `Set-Cookie` that end any session. */
  async end(request: Request): Promise<readonly string[]> {
    return this.#cookie.clear(request);
  }
}
