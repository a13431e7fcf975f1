import { closeSync, openSync, writeSync } from 'node:fs';

/** Only operators may read the audit log. */
const FILE_MODE = 0o600;
const STREAMS: Readonly<Record<string, number>> = { stdout: 1, stderr: 2 };

/** The code of a system error, or else its words. */
export function toErrorCode(error: unknown): string {
  return String((error as { readonly code?: unknown }).code ?? error);
}

function open(path: string): number {
  try {
    return openSync(path, 'a', FILE_MODE);
  } catch (error) {
    throw new Error(`The audit log ${path} cannot be opened (${toErrorCode(error)}).`, {
      cause: error,
    });
  }
}

/**
 * A file or stream that lines are added to. Writes synchronously, so that a record is there before its act happens.
 */
export class AuditFile {
  readonly #to: string;
  #descriptor: number;
  /** The unwritten end of a line that was written in part. */
  #rest: Uint8Array = new Uint8Array();

  /** @throws {Error} If the file cannot be opened. */
  constructor(to: string) {
    this.#to = to;
    this.#descriptor = STREAMS[to] ?? open(to);
  }

  /** @throws {Error} If the line, or the rest of an earlier line, could not be written. */
  write(line: string): void {
    this.#flush();
    this.#rest = Buffer.from(`${line}\n`);
    const { byteLength } = this.#rest;
    try {
      this.#flush();
    } catch (error) {
      // A line that was written in part is completed by the next call. Otherwise the line is dropped.
      if (this.#rest.byteLength === byteLength) this.#rest = new Uint8Array();
      throw error;
    }
  }

  #flush(): void {
    while (this.#rest.byteLength > 0) {
      this.#rest = this.#rest.subarray(writeSync(this.#descriptor, this.#rest));
    }
  }

  /** May be called several times. */
  close(): void {
    if (STREAMS[this.#to] !== undefined || this.#descriptor < 0) return;
    closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}
