import { toLine } from '../core/value/quote.js';

/** One thing that is wrong with a manifest. */
export interface ManifestProblem {
  /** Path in the manifest: `tools.place_order.ttl`; empty for the manifest as a whole. */
  readonly path: string;
  /** The problem and its fix, as a sentence. */
  readonly message: string;
  /** The file, as the user named it; absent for a manifest that is a TypeScript module. */
  readonly file?: string | undefined;
  /** Position in the file, counted from 1; absent for a manifest that is a TypeScript module. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Longest line of a problem, in characters. */
const MAX_LENGTH = 2_000;

function describeProblem(source: string, problem: ManifestProblem): string {
  const { file = source, line, column = 1, path, message } = problem;
  if (line === undefined)
    return path === '' ? `${file}: ${message}` : `${file} ${path}: ${message}`;
  const place = `${file}:${line}:${column}`;
  return path === '' ? `${place} ${message}` : `${place} ${path}: ${message}`;
}

/** A manifest that cannot be used. Its message lists every problem, one a line, with position and path. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
  readonly problems: readonly ManifestProblem[];

  /** @param source The manifest's name for the message: its files, as the user named them. */
  constructor(source: string, problems: readonly ManifestProblem[]) {
    super(
      problems.map((problem) => toLine(describeProblem(source, problem), MAX_LENGTH)).join('\n'),
    );
    this.problems = problems;
  }
}

/** Formats a path for messages: `tools.place_order.arguments[1]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

/** A problem with its path in the manifest. Its position in a file is not known yet. */
export interface LocatedProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The key, if the problem is the key itself and not its value. */
  readonly key?: string | undefined;
}

export function isBelow(path: readonly PropertyKey[], above: readonly PropertyKey[]): boolean {
  return above.every((key, index) => key === path[index]);
}
