import { fileURLToPath } from 'node:url';

import type { Manifest } from '../manifest/manifest.js';

import { DEFAULT_MANIFEST } from './options.js';

/** The manifest of the packaged examples. */
export const PACKAGED_MANIFEST = fileURLToPath(
  new URL(`../../../${DEFAULT_MANIFEST}`, import.meta.url),
);

/** Returns the manifest of the Workers, with the address of the inbox, which is known once the server listens. */
export function withInboxAt(manifest: Manifest, url: string | undefined): Manifest {
  return url === undefined
    ? manifest
    : { ...manifest, inbox: { ...manifest.inbox, enabled: true, url } };
}

interface DevServing {
  /** Absent: no Web UI was started. */
  readonly uiUrl: string | undefined;
  /** True if this machine alone reaches the server. */
  readonly isLocal: boolean;
}

/**
 * Returns the manifest with an inbox that links to the started Web UI. Without `inbox` in the manifest, a server of
 * this machine has one unless it asks for tokens, for which people would have to sign in.
 */
export function toDevManifest(manifest: Manifest, { uiUrl, isLocal }: DevServing): Manifest {
  const isOpen = isLocal && !manifest.auth;
  const inbox = manifest.inbox ?? (isOpen ? { enabled: true } : undefined);
  if (!inbox) return manifest;
  return { ...manifest, inbox: { ...inbox, temporalUi: inbox.temporalUi ?? uiUrl } };
}
