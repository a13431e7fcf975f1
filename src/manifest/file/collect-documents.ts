import { readFile, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';

import { isRecord } from '../../core/value/is-record.js';

import { ManifestDocument } from './manifest-document.js';
import type { ManifestProblem } from './manifest-error.js';

/** The most files of one manifest. A pattern with more matches is a mistake. */
const MAX_FILES = 500;
/** The deepest nesting of `include`. */
const MAX_DEPTH = 16;

/** A path in the command line or in `include`. */
interface Mention {
  readonly path: string;
  /** Absent for a path of the command line. */
  readonly by?: { readonly document: ManifestDocument; readonly index: number };
  /** Real paths of the including files, outermost first. */
  readonly chain: readonly string[];
}

/** A file or folder that a manifest comes from. */
export interface LookedPath {
  readonly path: string;
  /** True for a listed folder, false for a file. */
  readonly isFolder: boolean;
}

export interface CollectOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Called with every file before it is read, and with every listed folder. */
  readonly onLook?: ((looked: LookedPath) => void) | undefined;
}

/** The documents, and the problems found. */
export interface CollectedDocuments {
  /** In the order of their names, each followed by its included files. */
  readonly documents: readonly ManifestDocument[];
  readonly problems: readonly ManifestProblem[];
}

function toReason(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  return typeof code === 'string' ? code : error instanceof Error ? error.message : String(error);
}

/** Returns the well-formed entries of `include`. The schema check reports the others. */
function includesOf(content: unknown): string[] {
  const include = isRecord(content) ? content['include'] : undefined;
  return Array.isArray(include) ? include.filter((path) => typeof path === 'string') : [];
}

/** Reads files with their included ones. */
class Collector {
  readonly documents: ManifestDocument[] = [];
  readonly problems: ManifestProblem[] = [];
  readonly #options: CollectOptions;
  /** Real paths of read files, so that each file is read once. */
  readonly #seen = new Set<string>();

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  async collect(mention: Mention): Promise<void> {
    const { path, chain } = mention;
    try {
      const { files, folder } = await expandPath(path);
      if (folder !== undefined) this.#options.onLook?.({ path: folder, isFolder: true });
      if (files.length === 0 && mention.by === undefined) {
        throw new Error('no file is there');
      }
      for (const file of files) await this.#read(file, mention, folder !== undefined);
    } catch (error) {
      const reason = toReason(error);
      const isMissing = chain.length === 0 && reason === 'ENOENT';
      const what = chain.length === 0 ? 'The manifest' : path;
      this.#report(
        mention,
        isMissing ? 'There is no such file.' : `${what} cannot be read (${reason}).`,
      );
    }
  }

  async #read(file: string, mention: Mention, isOneOfMany: boolean): Promise<void> {
    this.#options.onLook?.({ path: file, isFolder: false });
    const real = await realpath(file);
    if (mention.chain.includes(real)) {
      // A pattern may match its own file, which is skipped.
      if (!isOneOfMany)
        this.#report(mention, `${file} includes itself by way of this: leave it out.`);
      return;
    }
    if (this.#seen.has(real)) return;
    if (this.#seen.size >= MAX_FILES || mention.chain.length >= MAX_DEPTH) {
      const message = `These are more than ${MAX_FILES} files, or files that include each other ${MAX_DEPTH} levels deep.`;
      this.#report(mention, message);
      return;
    }
    this.#seen.add(real);
    const document = new ManifestDocument(await readFile(file, 'utf8'), file);
    const problems = document.resolve(this.#options.environment);
    this.problems.push(...problems);
    if (problems.length > 0) return;
    this.documents.push(document);
    const chain = [...mention.chain, real];
    for (const [index, path] of includesOf(document.content).entries()) {
      const included = isAbsolute(path) ? path : join(dirname(file), path);
      await this.collect({ path: included, by: { document, index }, chain });
    }
  }

  #report({ path, by }: Mention, message: string): void {
    if (!by) {
      this.problems.push({
        file: path,
        path: '',
        message: `${message} Name another one with --manifest, or draft one with "temporal-mcp-tasks init".`,
      });
      return;
    }
    const place = ['include', by.index];
    const position = by.document.positionOf({ path: place });
    const { name: file } = by.document;
    this.problems.push({ file, path: `include[${by.index}]`, message, ...position });
  }
}

/** Reads files and their included ones, each once. Never rejects. */
export async function collectDocuments(
  paths: readonly string[],
  options: CollectOptions,
): Promise<CollectedDocuments> {
  const collector = new Collector(options);
  for (const path of paths) await collector.collect({ path, chain: [] });
  return collector;
}

/** Patterns of a folder's manifest files. */
const MANIFEST_NAMES = ['*.yaml', '*.yml'];

interface ExpandedPath {
  /** Sorted by name. */
  readonly files: readonly string[];
  /**
   * The listed folder, if the path names no single file. Files that are added there later belong to the manifest, too.
   */
  readonly folder?: string;
}

/** Returns true for a text with `*` or `?`. */
function isWildcard(text: string): boolean {
  return /[*?]/.test(text);
}

/** Converts a pattern for whole names: `*` matches any characters or none, `?` matches one character. */
function toWildcard(pattern: string): RegExp {
  const escaped = pattern.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*+/g, '.*').replaceAll('?', '.')}$`, 'su');
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function listFiles(folder: string, patterns: readonly string[]): Promise<ExpandedPath> {
  const wildcards = patterns.map(toWildcard);
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries
    // Hidden files are left out, as in a shell: some editors create them.
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => wildcards.some((wildcard) => wildcard.test(name)))
    .sort();
  return { files: files.map((name) => join(folder, name)), folder };
}

/**
 * Returns the files of a path: the file itself; in a folder, all `*.yaml` and `*.yml`; for a pattern, the matches.
 * Subfolders are ignored.
 *
 * @throws {Error} If the folder cannot be read, or a folder's name is a pattern.
 */
async function expandPath(path: string): Promise<ExpandedPath> {
  if (await isFolder(path)) return listFiles(path, MANIFEST_NAMES);
  const [folder, name] = [dirname(path), basename(path)];
  if (isWildcard(folder)) {
    throw new Error('only the last part of a path can have "*": name each folder');
  }
  return isWildcard(name) ? listFiles(folder, [name]) : { files: [path] };
}
