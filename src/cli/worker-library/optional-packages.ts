import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { defaultCacheDirectory } from '../local-temporal/install/cached-cli-path.js';

/** Optional peers of this package, loaded by `dev`, `worker` and `deliver`. A server needs neither. */
export const OPTIONAL_PACKAGES = ['@temporalio/worker', '@temporalio/testing'] as const;

/** The name of an optional peer. */
export type OptionalPackage = (typeof OPTIONAL_PACKAGES)[number];

const own = createRequire(import.meta.url);

function readVersion(from: NodeJS.Require, name: string): string {
  return (from(`${name}/package.json`) as { readonly version: string }).version;
}

/** The version of this package's Temporal packages. Temporal asks for one version of all packages in a process. */
export const temporalVersion = readVersion(own, '@temporalio/common');

/** The command that adds the optional packages to a project. */
export const installCommand = `npm install ${OPTIONAL_PACKAGES.map((name) => `${name}@${temporalVersion}`).join(' ')}`;

/** Returns the cache folder with the `node_modules` of the optional packages, for this version and platform. */
export function toPackagesDirectory(cacheDirectory = defaultCacheDirectory): string {
  const folder = `temporal-${temporalVersion}-${process.platform}-${process.arch}`;
  return join(cacheDirectory, 'packages', folder);
}

/** Returns true for a version in the caret range of the other. */
function isCompatible(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  return major === wantedMajor && minor >= wantedMinor;
}

function resolveFrom(from: NodeJS.Require, name: OptionalPackage): string | undefined {
  try {
    if (!isCompatible(readVersion(from, name), temporalVersion)) return undefined;
    return pathToFileURL(from.resolve(name)).href;
  } catch {
    return undefined;
  }
}

/** Folders that are searched for optional packages. */
export interface PackageFolders {
  /** Default: the current directory. */
  readonly projectDirectory?: string | undefined;
  /** Default: the cache directory of this user. */
  readonly cacheDirectory?: string | undefined;
}

/**
 * Finds an optional package: beside this package, in the project, then in the cache. Versions older than this package's
 * Temporal packages are skipped.
 *
 * @returns the URL of its main module; `undefined` if it is missing
 */
export function findOptionalPackage(
  name: OptionalPackage,
  { projectDirectory = process.cwd(), cacheDirectory }: PackageFolders = {},
): string | undefined {
  const folders = [projectDirectory, toPackagesDirectory(cacheDirectory)];
  return [own, ...folders.map((folder) => createRequire(join(folder, 'index.js')))]
    .map((from) => resolveFrom(from, name))
    .find((url) => url !== undefined);
}
