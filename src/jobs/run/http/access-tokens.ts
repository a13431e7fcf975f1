import { LRUCache } from 'lru-cache';

const MAX_TOKENS = 1_000;
/** Lifetime of a token whose issuer names none, in milliseconds. A refused call renews it earlier. */
const DEFAULT_LIFETIME_MS = 5 * 60_000;

export interface IssuedToken {
  readonly token: string;
  /** Absent: the issuer names none. */
  readonly lifetimeMs?: number | undefined;
}

/** A request for a token. Requests with the same key have the same answer. */
export interface TokenSource {
  readonly key: string;
  readonly issue: () => Promise<IssuedToken>;
}

/** Tokens, held until shortly before their end. Calls at once share a request. */
export class AccessTokens {
  readonly #tokens = new LRUCache<string, string, TokenSource>({
    max: MAX_TOKENS,
    fetchMethod: async (_key, _held, { options, context }) => {
      const { token, lifetimeMs = DEFAULT_LIFETIME_MS } = await context.issue();
      options.ttl = Math.max(lifetimeMs, 1);
      return token;
    },
  });

  /** @param refused A token that a service no longer takes. */
  async get(source: TokenSource, refused?: string): Promise<string> {
    const forceRefresh = refused !== undefined && this.#tokens.get(source.key) === refused;
    return this.#tokens.forceFetch(source.key, { context: source, forceRefresh });
  }
}
