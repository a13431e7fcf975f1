/**
 * Seals small values into texts that only this server's processes can read or make. Generations and transports use it
 * for session IDs and IDs of requests to clients.
 */
export interface Sealer {
  /** @param purpose Purpose of the text. The text cannot be opened for another purpose. */
  seal(purpose: string, value: object, options?: SealOptions): Promise<string>;
  /** Returns the value, or `undefined` if the text was altered, has expired, or was sealed for another purpose. */
  open(purpose: string, text: string): Promise<Readonly<Record<string, unknown>> | undefined>;
}

export interface SealOptions {
  /** Default: unlimited. */
  readonly lifetimeMs?: number | undefined;
}
