import { readFile, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';

import { isRecord } from '../../core/value/is-record.js';

import { ManifestDocument } from './manifest-document.js';
import { formatPath, type ManifestProblem } from './manifest-error.js';

/** The most files of one manifest. A pattern with more matches is a mistake. */
const MAX_FILES = 500;
/** The deepest nesting of `include`. */
const MAX_DEPTH = 16;

/** A path in the command line or in a file. */
interface Mention {
  readonly path: string;
  /** The place of the path in a file. Absent for a path of the command line. */
  readonly by?: { readonly document: ManifestDocument; readonly place: readonly PropertyKey[] };
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
  /** In the order of their names, each followed by its included files; settings of the server come last. */
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

function pathFrom(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path);
}

interface ReadDocument {
  readonly document: ManifestDocument;
  readonly problems: readonly ManifestProblem[];
}

/** Reads files with their included ones. */
class Collector {
  readonly #options: CollectOptions;
  readonly #reported: ManifestProblem[] = [];
  /** Read files by their real paths, so that each is read once. */
  readonly #read = new Map<string, ReadDocument>();
  readonly #serverFiles: Mention[] = [];

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  get documents(): readonly ManifestDocument[] {
    return Array.from(this.#read.values())
      .filter(({ problems }) => problems.length === 0)
      .map(({ document }) => document);
  }

  get problems(): readonly ManifestProblem[] {
    return [...this.#reported, ...Array.from(this.#read.values()).flatMap((one) => one.problems)];
  }

  /**
   * Reads the file with the settings of the server, which a manifest has named. In a folder of manifests, the file may
   * have been read as one of them.
   */
  async collectServerFile(): Promise<void> {
    let first: { readonly path: string; readonly real: string } | undefined;
    for (const mention of this.#serverFiles) {
      const { path } = mention;
      this.#options.onLook?.({ path, isFolder: false });
      try {
        const real = await realpath(path);
        if (mention.chain.includes(real)) {
          this.#report(mention, 'This file has tools: name another one for the settings.');
          continue;
        }
        if (first?.real === real) continue;
        if (first) {
          const message = `${first.path} has the settings of the server already: name one file.`;
          this.#report(mention, message);
          continue;
        }
        first = { path, real };
        const document = new ManifestDocument(await readFile(path, 'utf8'), path, 'server');
        const problems = document.resolve(this.#options.environment);
        this.#read.set(real, { document, problems });
      } catch (error) {
        this.#report(mention, `${path} cannot be read (${toReason(error)}).`);
      }
    }
  }

  async collect(mention: Mention): Promise<void> {
    const { path, chain } = mention;
    try {
      const { files, folder } = await expandPath(path);
      if (folder !== undefined) this.#options.onLook?.({ path: folder, isFolder: true });
      if (files.length === 0 && mention.by === undefined) {
        throw new Error('no file is there');
      }
      for (const file of files) await this.#readFile(file, mention, folder !== undefined);
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

  async #readFile(file: string, mention: Mention, isOneOfMany: boolean): Promise<void> {
    this.#options.onLook?.({ path: file, isFolder: false });
    const real = await realpath(file);
    if (mention.chain.includes(real)) {
      // A pattern may match its own file, which is skipped.
      if (!isOneOfMany)
        this.#report(mention, `${file} includes itself by way of this: leave it out.`);
      return;
    }
    if (this.#read.has(real)) return;
    if (this.#read.size >= MAX_FILES || mention.chain.length >= MAX_DEPTH) {
      const message = `These are more than ${MAX_FILES} files, or files that include each other ${MAX_DEPTH} levels deep.`;
      this.#report(mention, message);
      return;
    }
    const document = new ManifestDocument(await readFile(file, 'utf8'), file);
    const problems = document.resolve(this.#options.environment);
    this.#read.set(real, { document, problems });
    if (problems.length > 0) return;
    const chain = [...mention.chain, real];
    const { serverFile } = document;
    if (serverFile !== undefined) {
      const by = { document, place: ['server'] };
      this.#serverFiles.push({ path: pathFrom(file, serverFile), by, chain });
    }
    for (const [index, path] of includesOf(document.content).entries()) {
      const by = { document, place: ['include', index] };
      await this.collect({ path: pathFrom(file, path), by, chain });
    }
  }

  #report({ path, by }: Mention, message: string): void {
    if (!by) {
      this.#reported.push({
        file: path,
        path: '',
        message: `${message} Name another one with --manifest, or draft one with "temporal-mcp-tasks init".`,
      });
      return;
    }
    const position = by.document.positionOf({ path: by.place });
    const { name: file } = by.document;
    this.#reported.push({ file, path: formatPath(by.place), message, ...position });
  }
}

/** Reads files, their included ones, and the file with the settings of the server, each once. Never rejects. */
export async function collectDocuments(
  paths: readonly string[],
  options: CollectOptions,
): Promise<CollectedDocuments> {
  const collector = new Collector(options);
  for (const path of paths) await collector.collect({ path, chain: [] });
  await collector.collectServerFile();
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
