import type { Manifest } from '../manifest/manifest.js';

import type { ManifestLoader } from './load-tools.js';

/**
 * The same manifest, with the Web UI that was started for the inbox's links, unless it names another.
 *
 * @param uiUrl Absent: none was started.
 */
export function withTemporalUi(manifest: Manifest, uiUrl: string | undefined): Manifest {
  const { inbox } = manifest;
  if (!inbox || uiUrl === undefined) return manifest;
  return { ...manifest, inbox: { temporalUi: uiUrl, ...inbox } };
}

/** Loads it so each time. */
export function loadWithTemporalUi(
  loader: ManifestLoader,
  uiUrl: string | undefined,
): ManifestLoader {
  return { ...loader, load: async () => withTemporalUi(await loader.load(), uiUrl) };
}
