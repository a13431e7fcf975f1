import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How much of the end is looked at, in bytes: more than the stack trace of a Go program. */
const tailBytes = 65_536;

/** A file that a child process writes to and we read the end of. */
export interface OutputFile {
  readonly descriptor: number;
  /**
   * The last lines written since it was opened, without empty ones and without the stack trace of a Go
   * program that panicked; after `close`, what they were then.
   */
  readLastLines(count: number): string;
  close(): void;
}

/**
 * Opens a file to append to, or an unnamed one when there is no path.
 *
 * A file and not a pipe: a server whose parent is killed would die by the broken pipe at its first
 * warning, long after another program began to use it.
 *
 * @throws {Error} when the file cannot be opened
 */
export function openOutputFile(path?: string): OutputFile {
  if (path !== undefined) mkdirSync(dirname(path), { recursive: true });
  const name = path ?? join(tmpdir(), `temporal-dev-server-${randomUUID()}.log`);
  const descriptor = openSync(name, 'a+', 0o600);
  // Open files outlive their name and need no clean-up.
  if (path === undefined) rmSync(name, { force: true });
  const start = fstatSync(descriptor).size;

  let closedWith: string | undefined;
  const readTail = (): string => {
    const { size } = fstatSync(descriptor);
    const from = Math.max(start, size - tailBytes);
    const buffer = Buffer.alloc(Math.max(0, size - from));
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, from));
  };
  return {
    descriptor,
    readLastLines: (count) =>
      (closedWith ?? readTail())
        .replace(/^goroutine \d+ \[.*/ms, '')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(-count)
        .join('\n'),
    close: () => {
      if (closedWith !== undefined) return;
      closedWith = readTail();
      closeSync(descriptor);
    },
  };
}
