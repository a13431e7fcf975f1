import type { Presented } from '../../../core/person/gate.js';

/** Longer ones are refused unread. Node.js itself refuses headers of 16 KiB in all. */
const MAX_TOKEN_LENGTH = 8 * 1024;
/** RFC 6750 §2.1: one blank, and the alphabet of `b64token`. */
const BEARER = /^bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The token of a request.
 *
 * - `none`: nothing, so that it may learn where to get one
 * - `ambiguous`: two ways to present one at once
 * - `malformed`: something that is none
 */
export type ReadToken =
  | { readonly kind: 'none' }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'token'; readonly token: string };

/** Reads the token that a request presents. One in the query is never taken. */
export function readToken({ authorization, hasQueryToken }: Presented): ReadToken {
  const [header, ...others] = authorization;
  if (header === undefined) return { kind: 'none' };
  if (others.length > 0 || hasQueryToken) return { kind: 'ambiguous' };
  const [, token] =
    header.length <= MAX_TOKEN_LENGTH + 'bearer '.length ? (BEARER.exec(header) ?? []) : [];
  return token === undefined ? { kind: 'malformed' } : { kind: 'token', token };
}
