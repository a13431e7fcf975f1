import type { Manifest } from '../manifest/manifest.js';

import type { ManifestLoader } from './load-tools.js';

/**
 * Returns the manifest with the address of the started Web UI for the inbox's links, unless the manifest names an
 * address.
 *
 * @param uiUrl Absent: no Web UI was started.
 */
export function withTemporalUi(manifest: Manifest, uiUrl: string | undefined): Manifest {
  const { inbox } = manifest;
  if (!inbox || uiUrl === undefined) return manifest;
  return { ...manifest, inbox: { temporalUi: uiUrl, ...inbox } };
}

/** Returns a loader that adds the Web UI at each load. */
export function loadWithTemporalUi(
  loader: ManifestLoader,
  uiUrl: string | undefined,
): ManifestLoader {
  return { ...loader, load: async () => withTemporalUi(await loader.load(), uiUrl) };
}
