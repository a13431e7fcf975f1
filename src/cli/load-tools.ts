import { explainImport, importModule } from '../app/config/import-module.js';
import { findGenerationProblem, GENERATION_NAMES } from '../app/server/create-generations.js';
import { readManifest } from '../manifest/load/load-manifest.js';
import { formatPath, ManifestError } from '../manifest/manifest-error.js';
import type { Manifest } from '../manifest/manifest.js';

const MODULE = /\.[cm]?[jt]s$/;

/** A manifest that may be loaded again. */
export interface ManifestLoader {
  /**
   * Loads the current manifest.
   *
   * @throws {ManifestError} When it cannot be read or used.
   */
  readonly load: () => Promise<Manifest>;
  /** The paths of the last load, also if it has failed. */
  readonly paths: () => readonly string[];
}

export function createManifestLoader(paths: readonly string[]): ManifestLoader {
  let looked: string[] = [];
  let version = 0;
  return {
    load: async () => {
      looked = [];
      version += 1;
      return loadTools(paths, { version, onLook: (path) => looked.push(path) });
    },
    paths: () => looked,
  };
}

export interface LoadToolsOptions {
  /** Called with the path of every file of the manifest. */
  readonly onLook?: ((path: string) => void) | undefined;
  /** A new number loads a module again. Default: 1. */
  readonly version?: number | undefined;
  /** The environment variables for `${NAME}`. Default: those of the process. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
}

/**
 * Loads the manifest of a command: YAML files, or a compiled module that exports `manifest`, the result of
 * `defineTools`.
 *
 * @throws {ManifestError} When it cannot be read or used.
 */
export async function loadTools(
  paths: readonly string[],
  { onLook, version = 1, environment = process.env }: LoadToolsOptions = {},
): Promise<Manifest> {
  const module = paths.find((path) => MODULE.test(path));
  if (module !== undefined) {
    onLook?.(module);
    assertAlone(module, paths);
  }
  const manifest = await (module === undefined
    ? readManifest(paths, { environment, onLook })
    : loadModule(module, version));
  const problem = findGenerationProblem(manifest.generations ?? GENERATION_NAMES);
  if (problem === undefined) return manifest;
  const place = ['server', 'generations', problem.index];
  const path = formatPath(place);
  const { message } = problem;
  throw new ManifestError(paths.join(', '), [
    { path, message, ...manifest.locate?.({ path: place }) },
  ]);
}

function assertAlone(path: string, paths: readonly string[]): void {
  if (paths.length === 1) return;
  const message = 'A module is a whole manifest: import the others in it, and name it alone.';
  throw new ManifestError(path, [{ path: '', message }]);
}

async function loadModule(path: string, version: number): Promise<Manifest> {
  let loaded: { readonly manifest?: Manifest | undefined };
  try {
    loaded = (await importModule(path, version)) as typeof loaded;
  } catch (error) {
    if (error instanceof ManifestError) throw error;
    throw new ManifestError(path, [
      { path: '', message: `The module cannot be loaded: ${explainImport(error)}` },
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
