import type { WorkerLibrary } from '../../worker/worker-library.js';

import { type InstallOptions, installOptionalPackages } from './install-optional-packages.js';
import { findOptionalPackage, installCommand, type OptionalPackage } from './optional-packages.js';

/**
 * Loads the Worker's library from its place: beside this package, in the project, or in the cache of `dev`.
 *
 * @throws {Error} when it is missing; the message says which command installs it
 */
export async function loadWorkerLibrary(): Promise<WorkerLibrary> {
  const url = findOptionalPackage('@temporalio/worker');
  if (url !== undefined) return (await import(url)) as WorkerLibrary;
  throw new Error(
    `A Worker needs packages that a server does without. Install them: ${installCommand}`,
  );
}

/**
 * Finds an optional package, and installs it into the cache if it is missing.
 *
 * @returns the URL of its main module
 * @throws what {@link installOptionalPackages} throws
 */
export async function provideOptionalPackage(
  name: OptionalPackage,
  options: InstallOptions,
): Promise<string> {
  const found = findOptionalPackage(name);
  if (found !== undefined) return found;
  await installOptionalPackages(options);
  const installed = findOptionalPackage(name, options);
  if (installed === undefined) throw new Error(`npm has not installed ${name}: ${installCommand}`);
  return installed;
}
