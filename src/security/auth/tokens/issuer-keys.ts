import { createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';

import type { Logger } from '../../../core/logger.js';
import { isRecord } from '../../../core/value/is-record.js';
import { KeptValue } from '../../../core/value/kept-value.js';
import { isSecureUrl } from '../../../core/value/secure-url.js';
import { fetchBounded } from '../../../transport/outgoing/fetch-bounded.js';

import { findNearMiss, toLogText } from './refused-claim.js';
import { VerifierUnavailable } from './token-verdict.js';

/**
 * Requests a JSON object from an authorization server.
 *
 * @throws {VerifierUnavailable} If the answer is not a JSON object; the reason is its `cause`.
 */
async function fetchJson(url: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const response = await fetchBounded(url, { headers: { accept: 'application/json' } });
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
    const value: unknown = await response.json();
    if (isRecord(value)) return value;
    throw new Error('The answer is not a JSON object');
  } catch (cause) {
    throw new VerifierUnavailable(`${new URL(url).origin} has not answered as it should`, {
      cause,
    });
  }
}

/** Possible URLs of an issuer's metadata (RFC 8414 §3.1, OpenID Connect Discovery §4.1), in the order of MCP. */
function toMetadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ];
}

/** Metadata that contradicts the configuration. Its message is for operators. */
export class WrongMetadata extends Error {
  override readonly name = 'WrongMetadata';
}

/**
 * The URL of an issuer's key set, from its metadata.
 *
 * @throws {VerifierUnavailable} If no metadata of exactly this issuer is found. Its cause is {@link WrongMetadata} if
 * there are other ones.
 */
export async function locateKeys(issuer: string): Promise<string> {
  let failure: unknown;
  // A wrong document explains more than a missing one, so it becomes the cause.
  let contradiction: WrongMetadata | undefined;
  for (const url of toMetadataUrls(issuer)) {
    try {
      const { issuer: named, jwks_uri: jwksUri } = await fetchJson(url);
      if (named === issuer && typeof jwksUri === 'string' && isSecureUrl(jwksUri)) return jwksUri;
      const meant = findNearMiss(named, [issuer]);
      const other = `is of the issuer ${toLogText(named)}${meant === undefined ? '' : `, not ${meant}`}`;
      const fault = named === issuer ? 'names no keys' : other;
      contradiction ??= new WrongMetadata(`The metadata at ${url} ${fault}`);
    } catch (error) {
      failure = error;
    }
  }
  throw new VerifierUnavailable(`No metadata of ${issuer} was found`, {
    cause: contradiction ?? failure,
  });
}

/** Age from which keys are fetched again, in milliseconds. */
const FRESH_MS = 10 * 60_000;
/** Without a request for so long, the next one waits for new keys, since some may have been withdrawn. */
const IDLE_MS = 60 * 60_000;
/** Maximum number of keys that are tried if a token does not name its key. */
const MAX_TRIED = 10;

type Keys = ReturnType<typeof createLocalJWKSet>;
export type PublicKey = Awaited<ReturnType<Keys>>;

/** @throws {VerifierUnavailable} If there is no key set. */
async function fetchKeys(jwksUri: string): Promise<Keys> {
  const keySet = await fetchJson(jwksUri);
  try {
    return createLocalJWKSet(keySet as unknown as JSONWebKeySet);
  } catch (cause) {
    throw new VerifierUnavailable(`There is no valid key set at ${jwksUri}`, { cause });
  }
}

export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Default: taken from the issuer's metadata. */
  readonly jwksUri?: string | undefined;
  readonly logger?: Logger | undefined;
}

/** The keys of one issuer. Those of the last fetch answer first, so that no token can delay the others. */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  readonly #keys = new KeptValue({
    fetch: async () => this.#fetch(),
    freshMs: FRESH_MS,
    idleMs: IDLE_MS,
  });
  #located: string | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
  }

  /**
   * Finds the keys that may have signed a token, by its header. Only a token whose key is unknown, or not named, waits
   * for new keys.
   *
   * @throws {VerifierUnavailable} If new keys are needed, and the issuer does not answer.
   */
  async *find(header: JWSHeaderParameters): AsyncGenerator<PublicKey, void> {
    try {
      const kept = await this.#keys.get();
      const keys = await select(kept, header);
      yield* keys;
      if (keys.length > 0 && header.kid !== undefined) return;
      const renewed = await this.#keys.renew();
      if (renewed !== kept) yield* await select(renewed, header);
    } catch (cause) {
      if (cause instanceof VerifierUnavailable) throw cause;
      throw new VerifierUnavailable('The keys could not be fetched', { cause });
    }
  }

  async #fetch(): Promise<Keys> {
    const { issuer, jwksUri, logger } = this.#options;
    try {
      if (jwksUri !== undefined) return await fetchKeys(jwksUri);
      const keys = this.#located && (await fetchKeys(this.#located).catch(() => undefined));
      if (keys) return keys;
      // This is the first fetch, or the issuer may have moved its keys.
      this.#located = await locateKeys(issuer);
      return await fetchKeys(this.#located);
    } catch (cause) {
      logger?.warn({ err: cause, issuer }, 'The keys of an issuer could not be fetched');
      throw cause;
    }
  }
}

/** A key that cannot be used counts as none, as `jose` does where several fit. */
async function select(keys: Keys, header: JWSHeaderParameters): Promise<readonly PublicKey[]> {
  try {
    return [await keys(header)];
  } catch (error) {
    const several: PublicKey[] = [];
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return several;
    for await (const key of error) {
      several.push(key);
      if (several.length === MAX_TRIED) break;
    }
    return several;
  }
}
