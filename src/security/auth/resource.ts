/** The protected resource that a server is (RFC 9728). */
import type { PublicDocument } from '../../core/person/gate.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** URL of a resource's metadata. */
export function toMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}`;
}

export interface MetadataOptions {
  readonly resource: string;
  /** Path of the resource in this application; a proxy may show another one. */
  readonly path: string;
  readonly name: string;
  readonly issuers: readonly string[];
  /** Basic scopes: clients ask for all of them if a challenge names none. */
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
