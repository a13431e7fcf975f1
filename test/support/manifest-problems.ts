import { type ParseOptions, parseManifest } from '../../src/manifest/load/load-manifest.js';
import { ManifestError, type ManifestProblem } from '../../src/manifest/manifest-error.js';

function failureOf(load: () => unknown): ManifestError | undefined {
  try {
    load();
  } catch (error) {
    if (error instanceof ManifestError) return error;
    throw error;
  }
  return undefined;
}

/** The error message of an invalid manifest, line by line; empty for a valid one. */
export function problemLinesOf(load: () => unknown): string[] {
  return failureOf(load)?.message.split('\n') ?? [];
}

/** The error message for the text of a manifest, in a file named `m.yaml`, with none of this process's variables. */
export function problemsOf(text: string, options: Omit<ParseOptions, 'source'> = {}): string[] {
  return problemLinesOf(() =>
    parseManifest(text, { environment: {}, ...options, source: 'm.yaml' }),
  );
}

/** The problems of an invalid manifest, each with its path but without its place. */
export function pathsWithProblems(load: () => unknown): string[] {
  const problems: readonly ManifestProblem[] = failureOf(load)?.problems ?? [];
  return problems.map(({ path, message }) => `${path}: ${message}`);
}
