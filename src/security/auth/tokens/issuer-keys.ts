import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type ExportedJWKSCache,
  jwksCache,
  type JWKSCacheInput,
  type JWSHeaderParameters,
} from 'jose';

import type { Logger } from '../../../core/logger.js';
import { isSecureUrl } from '../../../core/value/secure-url.js';

import { fetchJson } from './fetch-json.js';
import { toLogText } from './refused-claim.js';
import { VerifierUnavailable } from './token-verdict.js';

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

interface IssuerMetadata {
  readonly jwksUri: string;
}

/** @throws {VerifierUnavailable} If no metadata of exactly this issuer is found. */
async function fetchIssuerMetadata(issuer: string): Promise<IssuerMetadata> {
  let failure: unknown;
  // A wrong document explains more than a missing one, so it becomes the cause.
  let contradiction: Error | undefined;
  for (const url of toMetadataUrls(issuer)) {
    try {
      const { issuer: named, jwks_uri: jwksUri } = await fetchJson(url);
      if (named === issuer && typeof jwksUri === 'string' && isSecureUrl(jwksUri)) {
        return { jwksUri };
      }
      const fault = named === issuer ? 'names no keys' : `is of the issuer ${toLogText(named)}`;
      contradiction ??= new Error(`The metadata at ${url} ${fault}`);
    } catch (error) {
      failure = error;
    }
  }
  throw new VerifierUnavailable(`No metadata of ${issuer} was found`, {
    cause: contradiction ?? failure,
  });
}

/** Time for which keys serve while the issuer cannot be reached. */
const KEPT_MS = 24 * 60 * 60_000;
/** Maximum number of keys that are tried if a token does not name its key. */
const MAX_TRIED = 10;

export type PublicKey = Awaited<ReturnType<ReturnType<typeof createLocalJWKSet>>>;
type Keys = (header: JWSHeaderParameters) => Promise<PublicKey>;

export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Default: taken from the issuer's metadata. */
  readonly jwksUri?: string | undefined;
  readonly logger?: Logger | undefined;
}

/** The keys of one issuer, by `jose`, and kept for times when the issuer cannot be reached. */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  readonly #cache: JWKSCacheInput = {};
  #keys: Promise<Keys> | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
  }

  /**
   * Finds the keys that may have signed a token, by its header. Empty if the issuer has no such key, or none since the
   * last request, which was less than 30 s ago.
   *
   * @throws {VerifierUnavailable} If the issuer does not answer.
   */
  async find(header: JWSHeaderParameters): Promise<readonly PublicKey[]> {
    this.#keys ??= this.#locate();
    const keys = this.#keys;
    try {
      return await select(await keys, header);
    } catch (cause) {
      // The issuer may have moved its keys, so the metadata is read again.
      if (this.#keys === keys) this.#keys = undefined;
      const { issuer, logger } = this.#options;
      logger?.warn({ err: cause, issuer }, 'The keys of an issuer could not be fetched');
      const { uat = 0, jwks } = this.#cache as Partial<ExportedJWKSCache>;
      const isKept = jwks !== undefined && Date.now() - uat < KEPT_MS;
      const found = isKept ? await select(createLocalJWKSet(jwks), header) : [];
      if (found.length > 0) return found;
      throw cause instanceof VerifierUnavailable
        ? cause
        : new VerifierUnavailable('The keys could not be fetched', { cause });
    }
  }

  async #locate(): Promise<Keys> {
    const { issuer, jwksUri = (await fetchIssuerMetadata(issuer)).jwksUri } = this.#options;
    return createRemoteJWKSet(new URL(jwksUri), {
      [jwksCache]: this.#cache,
      [customFetch]: async (url) => Response.json(await fetchJson(url)),
    });
  }
}

async function select(keys: Keys, header: JWSHeaderParameters): Promise<readonly PublicKey[]> {
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
    if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSENotSupported) {
      return [];
    }
    throw error;
  }
}
