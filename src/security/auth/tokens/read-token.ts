import type { Presented } from '../../../core/person/gate.js';
import { CLIENT_LIMITS } from '../../../core/value/client-limits.js';

/** RFC 6750 §2.1: one blank, and the alphabet of `b64token`. */
const BEARER = /^bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The token of a request.
 *
 * - `none`: there is no token
 * - `ambiguous`: the request presents tokens in two ways at once
 * - `malformed`: the header does not contain a valid bearer token
 */
export type ReadToken =
  | { readonly kind: 'none' }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'token'; readonly token: string };

/** Reads the token that a request presents in its header. A token in the query is never accepted. */
export function readToken({ authorization, hasQueryToken }: Presented): ReadToken {
  const [header, ...others] = authorization;
  if (header === undefined) return { kind: 'none' };
  if (others.length > 0 || hasQueryToken) return { kind: 'ambiguous' };
  const [, token] =
    header.length <= CLIENT_LIMITS.token.most + 'bearer '.length ? (BEARER.exec(header) ?? []) : [];
  return token === undefined ? { kind: 'malformed' } : { kind: 'token', token };
}
