import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { loadManifest } from '../manifest/load-manifest.js';
import { ManifestError } from '../manifest/manifest-error.js';
import type { Manifest } from '../manifest/manifest.js';
import { findGenerationProblem, GENERATION_NAMES } from '../server/create-generations.js';

const MODULE = /\.[cm]?js$/;

/**
 * The manifest a command was given: a YAML file, or a compiled module that exports `manifest` (what
 * `defineTools` returned).
 *
 * @throws {ManifestError} When it cannot be read or used.
 */
export async function loadTools(path: string): Promise<Manifest> {
  const manifest = MODULE.test(path) ? await loadModule(path) : await loadManifest(path);
  const problem = findGenerationProblem(manifest.generations ?? GENERATION_NAMES);
  if (problem === undefined) return manifest;
  throw new ManifestError(path, [{ path: '/server/generations', message: problem }]);
}

async function loadModule(path: string): Promise<Manifest> {
  let loaded: { readonly manifest?: Manifest };
  try {
    loaded = (await import(pathToFileURL(resolve(path)).href)) as typeof loaded;
  } catch (error) {
    if (error instanceof ManifestError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ManifestError(path, [
      { path: '', message: `The module cannot be loaded: ${reason}` },
    ]);
  }
  if (loaded.manifest?.tools instanceof Map) return loaded.manifest;
  throw new ManifestError(path, [
    {
      path: '',
      message: 'The module has no export named "manifest" that is the result of defineTools.',
    },
  ]);
}
