import { isSecureUrl } from '../core/secure-url.js';

import { fetchJson } from './fetch-json.js';
import { VerifierUnavailable } from './token-verdict.js';

/** Where the metadata of an issuer may be (RFC 8414 §3.1, OpenID Connect Discovery §4.1), in the order of MCP. */
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

/**
 * Finds out where an issuer has its keys.
 *
 * @throws {VerifierUnavailable} When no metadata of that very issuer can be had.
 */
export async function findJwksUri(issuer: string): Promise<string> {
  let failure: unknown;
  for (const url of toMetadataUrls(issuer)) {
    try {
      const { issuer: named, jwks_uri: jwksUri } = await fetchJson(url);
      if (named === issuer && typeof jwksUri === 'string' && isSecureUrl(jwksUri)) return jwksUri;
      failure = new Error(`The metadata at ${url} is of another issuer, or names no keys`);
    } catch (error) {
      failure = error;
    }
  }
  throw new VerifierUnavailable(`No metadata of ${issuer} was found`, { cause: failure });
}
