import { parseManifest } from '../../src/manifest/file/load-manifest.js';
import { ManifestError, type ManifestProblem } from '../../src/manifest/file/manifest-error.js';

function failureOf(load: () => unknown): ManifestError | undefined {
  try {
    load();
  } catch (error) {
    if (error instanceof ManifestError) return error;
    throw error;
  }
  return undefined;
}

/** What is said of a manifest that is wrong, line by line; nothing where it is right. */
export function problemLinesOf(load: () => unknown): string[] {
  return failureOf(load)?.message.split('\n') ?? [];
}

/** The same of the text of a manifest, in a file named `m.yaml`. */
export function problemsOf(text: string, environment: NodeJS.ProcessEnv = {}): string[] {
  return problemLinesOf(() => parseManifest(text, 'm.yaml', environment));
}

/** What is said of a manifest that is wrong, each with its path and without its place. */
export function pathsWithProblems(load: () => unknown): string[] {
  const problems: readonly ManifestProblem[] = failureOf(load)?.problems ?? [];
  return problems.map(({ path, message }) => `${path}: ${message}`);
}
