import { collectDocuments, type CollectOptions } from '../file/collect-documents.js';
import { ManifestDocument } from '../file/manifest-document.js';
import { formatPath, ManifestError, type ManifestProblem } from '../manifest-error.js';
import type { Manifest, ManifestPosition } from '../manifest.js';

import { type CreatedManifest, createManifest } from './create-manifest.js';
import type { PlacedProblem } from './merge-parts.js';

/** Names the position of the first definition of a name that is defined twice. */
function toHint({ elsewhere, key }: PlacedProblem, documents: readonly ManifestDocument[]): string {
  const other = elsewhere && documents[elsewhere.part];
  if (!other) return '';
  const { line, column } = other.positionOf({ ...elsewhere, key });
  return ` It is first defined at ${other.name}:${line}:${column}.`;
}

function toManifestProblem(
  problem: PlacedProblem,
  documents: readonly ManifestDocument[],
): ManifestProblem {
  const document = documents[problem.part];
  return {
    path: formatPath(document?.pathOf(problem.path) ?? problem.path),
    message: `${problem.message}${toHint(problem, documents)}`,
    file: document?.name,
    ...document?.positionOf(problem),
  };
}

function inOrder(
  problems: readonly ManifestProblem[],
  documents: readonly ManifestDocument[],
): ManifestProblem[] {
  const names = documents.map(({ name }) => name);
  const rank = ({ file }: ManifestProblem): number => names.indexOf(file ?? '');
  return [...problems].sort(
    (a, b) =>
      rank(a) - rank(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

function toPosition(
  documents: readonly ManifestDocument[],
  placeOf: CreatedManifest['placeOf'],
  problem: Pick<PlacedProblem, 'path' | 'key'>,
): ManifestPosition | undefined {
  const { part, path } = placeOf(problem.path);
  const document = documents[part];
  return (
    document && {
      file: document.name,
      path: formatPath(document.pathOf(path)),
      ...document.positionOf({ ...problem, path }),
    }
  );
}

/**
 * @param ofFiles Problems of the files themselves. With one of them, only problems that don't follow from it are added.
 * @throws {ManifestError} With every problem found.
 */
function toManifest(
  documents: readonly ManifestDocument[],
  ofFiles: readonly ManifestProblem[],
  source: string,
): Manifest {
  const { manifest, problems, placeOf } = createManifest(
    documents.map(({ content }) => content),
    { isWhole: ofFiles.length === 0 },
  );
  const locate: Manifest['locate'] = (problem) => toPosition(documents, placeOf, problem);
  if (ofFiles.length === 0 && problems.length === 0) {
    const { warnings = [], ...others } = manifest;
    const all = [...warnings, ...documents.flatMap((document) => document.warnings)];
    return { ...others, warnings: all.length > 0 ? all : undefined, locate };
  }
  const located = problems
    .filter((problem) => documents[problem.part]?.isOfUnset(problem) !== true)
    .map((problem) => toManifestProblem(problem, documents));
  throw new ManifestError(source, inOrder([...ofFiles, ...located], documents));
}

export interface ParseOptions {
  /** The file's name, for messages. Default: `mcp-tasks.yaml`. */
  readonly source?: string | undefined;
  /** The text of the file that `server` names: the settings of the server. Default: none. */
  readonly server?: string | undefined;
  /** The environment variables for `${NAME}`. Default: those of the process. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
}

/**
 * Parses the text of an `mcp-tasks.yaml`.
 *
 * @throws {ManifestError} With every problem found, each with line, column and path.
 */
export function parseManifest(
  text: string,
  { source = 'mcp-tasks.yaml', server, environment = process.env }: ParseOptions = {},
): Manifest {
  const document = new ManifestDocument(text, source);
  const documents = [
    document,
    ...(server === undefined ? [] : [new ManifestDocument(server, 'server.yaml', 'server')]),
  ];
  const problems = documents.flatMap((document) => document.resolve(environment));
  if (document.serverFile !== undefined && server === undefined) {
    const message = 'Only the given text is parsed: pass the text of this file, too.';
    const position = document.positionOf({ path: ['server'] });
    problems.push({ file: source, path: 'server', message, ...position });
  }
  return toManifest(documents, problems, source);
}

/**
 * Reads the files of a manifest, and reports their paths.
 *
 * @throws {ManifestError} As {@link loadManifest}.
 */
export async function readManifest(
  paths: readonly string[],
  options: CollectOptions,
): Promise<Manifest> {
  const { documents, problems } = await collectDocuments(paths, options);
  return toManifest(documents, problems, paths.join(', '));
}

/**
 * Reads a manifest, and the file with the settings of the server that it names.
 *
 * @param path One or more files, which make one manifest together: `defaults` apply to their own file, and tool names
 * must be unique.
 * @throws {ManifestError} When a file cannot be read. Otherwise with every problem found, each with file, line and
 * column.
 */
export async function loadManifest(
  path: string | readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Manifest> {
  return readManifest(typeof path === 'string' ? [path] : path, { environment });
}
