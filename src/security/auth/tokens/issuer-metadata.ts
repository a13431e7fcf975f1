import { isSecureUrl } from '../../../core/value/secure-url.js';

import { toQuote } from './check-claims.js';
import { fetchJson } from './fetch-json.js';
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

export interface IssuerMetadata {
  readonly jwksUri: string;
}

/** @throws {VerifierUnavailable} If no metadata of exactly this issuer is found. */
export async function fetchIssuerMetadata(issuer: string): Promise<IssuerMetadata> {
  let failure: unknown;
  // A wrong document explains more than a missing one, so it becomes the cause.
  let contradiction: Error | undefined;
  for (const url of toMetadataUrls(issuer)) {
    try {
      const { issuer: named, jwks_uri: jwksUri } = await fetchJson(url);
      if (named === issuer && typeof jwksUri === 'string' && isSecureUrl(jwksUri)) {
        return { jwksUri };
      }
      const fault = named === issuer ? 'names no keys' : `is of the issuer ${toQuote(named)}`;
      contradiction ??= new Error(`The metadata at ${url} ${fault}`);
    } catch (error) {
      failure = error;
    }
  }
  throw new VerifierUnavailable(`No metadata of ${issuer} was found`, {
    cause: contradiction ?? failure,
  });
}
