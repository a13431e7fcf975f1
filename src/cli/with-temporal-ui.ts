import type { Manifest } from '../manifest/manifest.js';

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
