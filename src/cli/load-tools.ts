import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { loadManifest } from '../manifest/load-manifest.js';
import { ManifestError } from '../manifest/manifest-error.js';
import type { Manifest } from '../manifest/manifest.js';
import { findGenerationProblem, GENERATION_NAMES } from '../server/create-generations.js';

const MODULE = /\.[cm]?js$/;

/**
 * The manifest a command was given: YAML files, or a compiled module that exports `manifest` (what `defineTools`
 * returned).
 *
 * @throws {ManifestError} When it cannot be read or used.
 */
export async function loadTools(paths: readonly string[]): Promise<Manifest> {
  const module = paths.find((path) => MODULE.test(path));
  const manifest = await (module === undefined ? loadManifest(paths) : loadModule(module, paths));
  const problem = findGenerationProblem(manifest.generations ?? GENERATION_NAMES);
  if (problem === undefined) return manifest;
  throw new ManifestError(paths.join(', '), [{ path: '/server/generations', message: problem }]);
}

async function loadModule(path: string, paths: readonly string[]): Promise<Manifest> {
  if (paths.length > 1) {
    const message = 'A module is a whole manifest: import the others in it, and name it alone.';
    throw new ManifestError(path, [{ path: '', message }]);
  }
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
