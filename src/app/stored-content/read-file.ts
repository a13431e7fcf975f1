import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';

import { resourceNotFound } from '../../core/task/task-resource.js';
import type { StoragePlace } from '../../core/tool/stored-content.js';

import { isInside, pathUnder } from './location-under.js';
import { notReadable, notUnderPlace, tooLarge } from './refusals.js';

/** Opens without waiting for the writer of a pipe, and without following a link that has appeared since the check. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Additional bytes in the buffer, to detect that the file has grown. */
const SPARE_BYTES = 1;

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

async function readAll(file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const { size } = await file.stat();
  if (size > maxBytes) throw tooLarge(maxBytes);
  const buffer = new Uint8Array(size + SPARE_BYTES);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
  }
  throw notReadable(new Error('The file is being written'));
}

/**
 * Returns true if the opened file is still the one at the path, so no directory of the path has become a link since.
 */
async function isStillThere(file: FileHandle, path: string): Promise<boolean> {
  const [opened, seen, real] = await Promise.all([file.stat(), stat(path), realpath(path)]);
  return opened.isFile() && opened.ino === seen.ino && opened.dev === seen.dev && real === path;
}

/**
 * Reads a file in a directory. Links are allowed if their target is in the same directory.
 *
 * @throws {TaskError} The errors of `ReadStored`.
 */
export async function readFileUnder(
  location: string,
  { under, maxBytes }: StoragePlace,
): Promise<Uint8Array> {
  const path = pathUnder(under, location);
  if (path === undefined) throw notUnderPlace();
  let file: FileHandle | undefined;
  try {
    const [directory, real] = [await realpath(under), await realpath(path)];
    if (!isInside(directory, real)) throw notUnderPlace();
    file = await open(real, FLAGS);
    if (!(await isStillThere(file, real))) throw notUnderPlace();
    return await readAll(file, maxBytes);
  } catch (error) {
    if (isMissing(error)) throw resourceNotFound(error);
    throw error instanceof Error && 'syscall' in error ? notReadable(error) : error;
  } finally {
    await file?.close();
  }
}
