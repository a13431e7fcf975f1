/** Encodes and decodes Temporal payloads in the JSON form of its codec servers. */
export interface JsonCodec {
  /**
   * @param body `{ payloads: […] }`, with metadata and data in base64.
   * @returns The same, encoded.
   * @throws {TaskError} `invalidParams` when the body is something else.
   */
  readonly encode: (body: unknown) => Promise<object>;
  /**
   * @param body As for `encode`.
   * @returns The decoded body. Payloads without encryption stay unchanged.
   * @throws {TaskError} `invalidParams` also for a payload that cannot be decoded, with the key's ID.
   */
  readonly decode: (body: unknown) => Promise<object>;
}
