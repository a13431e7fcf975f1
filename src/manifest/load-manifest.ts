import { readFile } from 'node:fs/promises';

import { type Document, isMap, isNode, LineCounter, parseDocument, visit } from 'yaml';

import { createManifest } from './create-manifest.js';
import { interpolateEnvironment } from './interpolate-environment.js';
import type { LocatedProblem } from './located-problem.js';
import { formatPath, ManifestError, type ManifestProblem } from './manifest-error.js';
import type { Manifest } from './manifest.js';

type Position = Pick<ManifestProblem, 'line' | 'column'>;

function toPosition(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

/**
 * The offset in the file that a problem's path leads to; where nothing is at the path, that of the nearest thing
 * around it.
 */
function findOffset(document: Document, { path, key }: LocatedProblem): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const parent = path.slice(0, length);
    if (key !== undefined && length === path.length - 1) {
      const map = document.getIn(parent, true);
      const pair = isMap(map) ? map.items.find((item) => String(item.key) === key) : undefined;
      if (isNode(pair?.key) && pair.key.range) return pair.key.range[0];
    }
    if (key !== undefined && length === path.length) continue;
    const node = document.getIn(parent, true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** @throws {ManifestError} When an alias has no anchor, which the parser finds out too late to say where. */
function checkAliases(
  document: Document,
  { source, lines }: { readonly source: string; readonly lines: LineCounter },
): void {
  const problems: ManifestProblem[] = [];
  visit(document, {
    Alias(_key, node) {
      if (node.resolve(document)) return;
      problems.push({
        path: '',
        message: `The alias *${node.source} has no anchor: write &${node.source} in front of what it stands for.`,
        ...toPosition(lines, node.range?.[0] ?? 0),
      });
    },
  });
  if (problems.length > 0) throw new ManifestError(source, problems);
}

/**
 * Parses the text of an `mcp-tasks.yaml`.
 *
 * @param source The file's name, for messages.
 * @param environment Where `${NAME}` is looked up.
 * @throws {ManifestError} With every problem found, each with line, column and path.
 */
export function parseManifest(
  text: string,
  source = 'mcp-tasks.yaml',
  environment: NodeJS.ProcessEnv = process.env,
): Manifest {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new ManifestError(
      source,
      document.errors.map((error) => ({
        path: '',
        message: error.message,
        ...toPosition(lines, error.pos[0]),
      })),
    );
  }
  checkAliases(document, { source, lines });
  const missing = interpolateEnvironment(document, environment);
  if (missing.length > 0) {
    throw new ManifestError(
      source,
      missing.map(({ name, offset }) => ({
        path: '',
        message: `The environment variable ${name} is not set: set it, or write \${${name}:-default}.`,
        ...toPosition(lines, offset),
      })),
    );
  }
  const { manifest, problems } = createManifest(document.toJS());
  if (problems.length > 0) {
    const located = problems
      .map((problem) => ({ problem, offset: findOffset(document, problem) }))
      .sort((a, b) => a.offset - b.offset);
    throw new ManifestError(
      source,
      located.map(({ problem, offset }) => ({
        path: formatPath(problem.path),
        message: problem.message,
        ...toPosition(lines, offset),
      })),
    );
  }
  return manifest;
}

/**
 * Reads an `mcp-tasks.yaml`.
 *
 * @throws {ManifestError} When the file cannot be read, or with every problem found in it.
 */
export async function loadManifest(
  path: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const reason = String((error as { readonly code?: unknown }).code ?? error);
    throw new ManifestError(path, [
      {
        path: '',
        message: `The manifest cannot be read (${reason}). Name another one with --manifest.`,
      },
    ]);
  }
  return parseManifest(text, path, environment);
}
