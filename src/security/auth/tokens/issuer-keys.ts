import { createLocalJWKSet, errors, type JWSHeaderParameters } from 'jose';
import { LRUCache } from 'lru-cache';

import type { Logger } from '../../../core/logger.js';

import { fetchIssuerMetadata } from './issuer-metadata.js';
import { fetchKeySet } from './key-set.js';
import { VerifierUnavailable } from './token-verdict.js';

/** Keys of this age are fetched again in the background. */
const FRESH_MS = 10 * 60_000;
/** Time for which keys serve while the issuer cannot be reached. */
const KEPT_MS = 24 * 60 * 60_000;
/** Minimum interval of requests for unknown keys, for all callers together, since a token may name any key. */
const UNKNOWN_KEY_PAUSE_MS = 30_000;
/** Minimum interval of requests after a failure. */
const FAILURE_PAUSE_MS = 5_000;
/** Maximum number of key IDs that are remembered as unknown, until the keys are fetched again. */
const MAX_ABSENT = 1_000;
/** Maximum number of keys that are tried if a token does not name its key. */
const MAX_TRIED = 10;

type LocalKeys = ReturnType<typeof createLocalJWKSet>;
export type PublicKey = Awaited<ReturnType<LocalKeys>>;

export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Default: taken from the issuer's metadata. */
  readonly jwksUri?: string | undefined;
  readonly logger?: Logger | undefined;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number;
}

/** The keys of one issuer. They are fetched when needed, and kept for times when the issuer cannot be reached. */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  readonly #now: () => number;
  #jwksUri: string | undefined;
  #keys: LocalKeys | undefined;
  #fetchedAtMs = -Infinity;
  #failedAtMs = -Infinity;
  #askedForUnknownAtMs = -Infinity;
  #fetching: Promise<LocalKeys> | undefined;
  /** IDs of keys that the issuer did not have at the last fetch. */
  readonly #absent = new LRUCache<string, true>({ max: MAX_ABSENT });

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
    this.#jwksUri = options.jwksUri;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Finds the keys that may have signed a token, by its header. Empty if the issuer has no such key.
   *
   * @throws {VerifierUnavailable} If that cannot be decided now: the issuer does not answer, or was asked less than 30
   * s ago.
   */
  async find(header: JWSHeaderParameters): Promise<readonly PublicKey[]> {
    const keys = await this.#current();
    const found = await select(keys, header);
    if (found.length > 0) return found;
    if (this.#hasFailed)
      throw new VerifierUnavailable('The key is unknown, and the issuer is not there to ask');
    const pauseMs = this.#askedForUnknownAtMs + UNKNOWN_KEY_PAUSE_MS - this.#now();
    if (pauseMs <= 0) {
      this.#askedForUnknownAtMs = this.#now();
      return this.#selectFresh(await this.#fetch(), header);
    }
    // The fetch under way serves this caller, too.
    if (this.#fetching) return this.#selectFresh(await this.#fetching, header);
    const isKnown = keys.jwks().keys.some(({ kid }) => kid !== undefined && kid === header.kid);
    if (isKnown || this.#absent.has(String(header.kid))) return [];
    // The key may be new since the last fetch. The error is temporary, so that the client keeps its token.
    throw new VerifierUnavailable('The key is unknown, and the issuer was asked a moment ago', {
      retryAfterMs: pauseMs,
    });
  }

  /** Selects keys from a new key set. Remembers a missing key, so that its tokens are refused until the next fetch. */
  async #selectFresh(keys: LocalKeys, header: JWSHeaderParameters): Promise<readonly PublicKey[]> {
    const found = await select(keys, header);
    if (found.length === 0) this.#absent.set(String(header.kid), true);
    return found;
  }

  get #hasFailed(): boolean {
    return (
      this.#failedAtMs > this.#fetchedAtMs && this.#now() - this.#failedAtMs < FAILURE_PAUSE_MS
    );
  }

  async #current(): Promise<LocalKeys> {
    const ageMs = this.#now() - this.#fetchedAtMs;
    if (this.#keys && ageMs < KEPT_MS) {
      if (ageMs >= FRESH_MS && !this.#hasFailed) this.#fetch().catch(() => undefined);
      return this.#keys;
    }
    this.#keys = undefined;
    if (this.#hasFailed)
      throw new VerifierUnavailable('The keys could not be fetched a moment ago');
    return this.#fetch();
  }

  async #fetch(): Promise<LocalKeys> {
    this.#fetching ??= this.#fetchNow().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchNow(): Promise<LocalKeys> {
    const { issuer, jwksUri, logger } = this.#options;
    try {
      this.#jwksUri ??= (await fetchIssuerMetadata(issuer)).jwksUri;
      const keys = createLocalJWKSet(await fetchKeySet(this.#jwksUri));
      this.#keys = keys;
      this.#absent.clear();
      this.#fetchedAtMs = this.#now();
      return keys;
    } catch (error) {
      this.#failedAtMs = this.#now();
      // The issuer may have moved its keys, so the metadata is read again.
      this.#jwksUri = jwksUri;
      logger?.warn({ err: error, issuer }, 'The keys of an issuer could not be fetched');
      throw error instanceof VerifierUnavailable
        ? error
        : new VerifierUnavailable('The key set is malformed', { cause: error });
    }
  }
}

async function select(keys: LocalKeys, header: JWSHeaderParameters): Promise<readonly PublicKey[]> {
  try {
    return [await keys(header)];
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      const several: PublicKey[] = [];
      for await (const key of error) {
        several.push(key);
        if (several.length === MAX_TRIED) break;
      }
      return several;
    }
    if (error instanceof errors.JOSEError) return [];
    throw error;
  }
}
