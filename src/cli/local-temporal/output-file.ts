import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Number of bytes read from the end: more than the stack trace of a Go program. */
const tailBytes = 65_536;

/** An output file of a child process, of which this process reads the end. */
export interface OutputFile {
  readonly descriptor: number;
  /**
   * The last lines written since it was opened, without empty lines and without the stack trace of a Go
   * program that panicked. After `close`, the result stays the same.
   */
  readLastLines(count: number): string;
  close(): void;
}

/**
 * Opens a file for appending, or an unnamed file if there is no path.
 *
 * It is a file and no pipe. If the parent of a server is killed, a broken pipe would end the server at its next
 * warning, although another program may use it by then.
 *
 * @throws {Error} if the file cannot be opened
 */
export function openOutputFile(path?: string): OutputFile {
  if (path !== undefined) mkdirSync(dirname(path), { recursive: true });
  const name = path ?? join(tmpdir(), `temporal-dev-server-${randomUUID()}.log`);
  const descriptor = openSync(name, 'a+', 0o600);
  // The file stays usable while it is open, and needs no clean-up.
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
