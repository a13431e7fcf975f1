/** The server as a protected resource (RFC 9728). */
import type { PublicDocument } from '../../core/person/gate.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

export function toMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}`;
}

export interface MetadataOptions {
  readonly resource: string;
  /** Path of the resource in this application. A proxy may publish it under another path. */
  readonly path: string;
  readonly name: string;
  readonly issuers: readonly string[];
  /** Basic scopes. Clients request all of them if a challenge has no scopes. */
  readonly scopes: readonly string[];
}

/** The metadata document. It has the same content under the path of the resource and under the origin. */
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
      scopes_supported: scopes.length > 0 ? scopes : undefined,
      bearer_methods_supported: ['header'],
      resource_name: name,
    },
  };
}
