/** The protected resource that a server is (RFC 9728). */
import type { PublicDocument } from '../../core/person/gate.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Where the metadata of a resource is, for clients. */
export function toMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}`;
}

/** What metadata is made of. */
export interface MetadataOptions {
  readonly resource: string;
  /** Where the resource is in this application, which a proxy may show under another path. */
  readonly path: string;
  readonly name: string;
  readonly issuers: readonly string[];
  /** Those of basic use: clients ask for all of them when they are told of none. */
  readonly scopes: readonly string[];
}

/** The metadata: the same document where clients of the path look, and where those look that know the origin only. */
export function toMetadata({
  resource,
  path,
  name,
  issuers,
  scopes,
}: MetadataOptions): PublicDocument {
  return {
    paths: [
      ...new Set([new URL(toMetadataUrl(resource)).pathname, `${WELL_KNOWN}${path}`, WELL_KNOWN]),
    ],
    content: {
      resource,
      authorization_servers: issuers,
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
      resource_name: name,
    },
  };
}
