import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';

import { decodeText, EncodingError } from '../../core/value/decode-text.js';
import type { ManifestProblem } from '../manifest-error.js';

import { ManifestDocument } from './manifest-document.js';

export interface CollectOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Called with the path of every file before it is read. */
  readonly onLook?: ((path: string) => void) | undefined;
}

export interface CollectedDocuments {
  /** In the order of the paths; the settings of the server come last. */
  readonly documents: readonly ManifestDocument[];
  readonly problems: readonly ManifestProblem[];
}

/** A manifest, and the file with the settings of the server that it names. */
interface ServerFile {
  readonly document: ManifestDocument;
  readonly path: string;
}

const EXPLAINED: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'This is a folder.',
};

function toReason(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  return typeof code === 'string' ? code : error instanceof Error ? error.message : String(error);
}

function toUnreadable(path: string, error: unknown): ManifestProblem {
  if (error instanceof EncodingError) return { file: path, path: '', message: error.message };
  const reason = toReason(error);
  const what = EXPLAINED[reason] ?? `The manifest cannot be read (${reason}).`;
  const message = `${what} Name a file with --manifest, or draft one with "temporal-mcp-tasks init".`;
  return { file: path, path: '', message };
}

function toServerProblem(document: ManifestDocument, message: string): ManifestProblem {
  const path = 'server';
  return { file: document.name, path, message, ...document.positionOf({ path: [path] }) };
}

/** Reads the one file with the settings of the server that the manifests name. */
async function collectServerFile(
  named: readonly ServerFile[],
  manifests: ReadonlySet<string>,
  { environment, onLook }: CollectOptions,
): Promise<CollectedDocuments> {
  const documents: ManifestDocument[] = [];
  const problems: ManifestProblem[] = [];
  let first: { readonly path: string; readonly real: string } | undefined;
  for (const { document, path } of named) {
    onLook?.(path);
    try {
      const real = await realpath(path);
      if (manifests.has(real)) {
        const message = 'This file has tools: name another one for the settings.';
        problems.push(toServerProblem(document, message));
      } else if (!first) {
        first = { path, real };
        const server = new ManifestDocument(decodeText(await readFile(path)), path, 'server');
        problems.push(...server.resolve(environment));
        documents.push(server);
      } else if (first.real !== real) {
        const message = `${first.path} already has the settings of the server: name only one file.`;
        problems.push(toServerProblem(document, message));
      }
    } catch (error) {
      problems.push(toServerProblem(document, `${path} cannot be read (${toReason(error)}).`));
    }
  }
  return { documents, problems };
}

/** Reads files, and the file with the settings of the server that they name. Never rejects. */
export async function collectDocuments(
  paths: readonly string[],
  options: CollectOptions,
): Promise<CollectedDocuments> {
  const documents: ManifestDocument[] = [];
  const problems: ManifestProblem[] = [];
  const manifests = new Set<string>();
  const serverFiles: ServerFile[] = [];
  for (const path of paths) {
    options.onLook?.(path);
    try {
      manifests.add(await realpath(path));
      const document = new ManifestDocument(decodeText(await readFile(path)), path);
      documents.push(document);
      problems.push(...document.resolve(options.environment));
      const { serverFile } = document;
      // An unset variable in the name is already a problem.
      if (serverFile === undefined || serverFile.includes('${')) continue;
      const beside = isAbsolute(serverFile) ? serverFile : join(dirname(path), serverFile);
      serverFiles.push({ document, path: beside });
    } catch (error) {
      problems.push(toUnreadable(path, error));
    }
  }
  const server = await collectServerFile(serverFiles, manifests, options);
  return {
    documents: [...documents, ...server.documents],
    problems: [...problems, ...server.problems],
  };
}
