/**
 * Seals small values into texts that only this server's processes can read or make. Generations and transports use it
 * for session IDs and IDs of requests to clients.
 */
export interface Sealer {
  /**
   * @param purpose Purpose of the text. A text cannot be opened for another purpose.
   */
  seal(purpose: string, value: object, options?: SealOptions): Promise<string>;
  /** The value, or `undefined` for a text that was altered, is out of date, or was sealed for something else. */
  open(purpose: string, text: string): Promise<Readonly<Record<string, unknown>> | undefined>;
}

export interface SealOptions {
  /** Lifetime of the text, in milliseconds. Default: unlimited. */
  readonly lifetimeMs?: number;
}
