import { closeSync, openSync, writeSync } from 'node:fs';

/** The audit log is for operators alone. */
const FILE_MODE = 0o600;
const STREAMS: Readonly<Record<string, number>> = { stdout: 1, stderr: 2 };

/**
 * Lines added to a file, or to a stream of the process. Written at once, so that a line is there before the act that
 * it records.
 */
export class AuditFile {
  readonly #to: string;
  #descriptor: number;
  /** The rest of a line of which only the beginning could be written. */
  #rest: Uint8Array = new Uint8Array();

  /** @throws {Error} When the file cannot be opened. */
  constructor(to: string) {
    this.#to = to;
    this.#descriptor = this.#open();
  }

  #open(): number {
    const stream = STREAMS[this.#to];
    if (stream !== undefined) return stream;
    try {
      return openSync(this.#to, 'a', FILE_MODE);
    } catch (error) {
      const code = String((error as { readonly code?: unknown }).code ?? error);
      throw new Error(`The audit log ${this.#to} cannot be opened (${code}).`, { cause: error });
    }
  }

  /** @throws {Error} When the line, or the rest of an earlier one, could not be written. */
  write(line: string): void {
    this.#flush();
    this.#rest = Buffer.from(`${line}\n`);
    const { byteLength } = this.#rest;
    try {
      this.#flush();
    } catch (error) {
      // Of a line that has begun, the rest has to follow; one that has not is forgotten.
      if (this.#rest.byteLength === byteLength) this.#rest = new Uint8Array();
      throw error;
    }
  }

  #flush(): void {
    while (this.#rest.byteLength > 0) {
      this.#rest = this.#rest.subarray(writeSync(this.#descriptor, this.#rest));
    }
  }

  /**
   * Opens the file anew, which a rotation may have moved away. Does nothing for a stream.
   *
   * @throws {Error} When it cannot be opened: the one before stays open.
   */
  reopen(): void {
    if (STREAMS[this.#to] !== undefined) return;
    const before = this.#descriptor;
    this.#descriptor = this.#open();
    this.#rest = new Uint8Array();
    closeSync(before);
  }

  /** Any number of calls. */
  close(): void {
    if (STREAMS[this.#to] !== undefined || this.#descriptor < 0) return;
    closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}
