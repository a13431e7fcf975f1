import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Patterns of a folder's manifest files. */
const MANIFEST_NAMES = ['*.yaml', '*.yml'];

/** The files that a path stands for. */
export interface ExpandedPath {
  /** Sorted by name. */
  readonly files: readonly string[];
  /** The listed folder, if the path names no file: files that are added to it later belong to it, too. */
  readonly folder?: string;
}

/** Returns true for a text with `*` or `?`. */
function isWildcard(text: string): boolean {
  return /[*?]/.test(text);
}

/** Makes an expression of a pattern, for whole names: `*` stands for any characters, also none, and `?` for one. */
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
    // As in a shell, hidden files are not meant: editors leave some.
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => wildcards.some((wildcard) => wildcard.test(name)))
    .sort();
  return { files: files.map((name) => join(folder, name)), folder };
}

/**
 * The files of a path: itself; in a folder, every `*.yaml` and `*.yml`; for a pattern, the matches in its folder.
 * Subfolders are ignored.
 *
 * @throws {Error} When the folder cannot be read, or a folder's name is a pattern.
 */
export async function expandPath(path: string): Promise<ExpandedPath> {
  if (await isFolder(path)) return listFiles(path, MANIFEST_NAMES);
  const [folder, name] = [dirname(path), basename(path)];
  if (isWildcard(folder)) {
    throw new Error('only the last part of a path can have "*": name each folder');
  }
  return isWildcard(name) ? listFiles(folder, [name]) : { files: [path] };
}
