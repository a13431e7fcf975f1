/** Encodes and decodes payloads of Temporal that come as JSON, as its codec servers take them. */
export interface JsonCodec {
  /**
   * @param body `{ payloads: […] }`, with metadata and data in base64.
   * @returns The same, encoded.
   * @throws {TaskError} `invalidParams` when the body is something else.
   */
  readonly encode: (body: unknown) => Promise<object>;
  /**
   * @param body As for `encode`.
   * @returns The same, decoded. What nobody has encoded is as it was.
   * @throws {TaskError} `invalidParams` also when a payload cannot be decoded, with the ID of the key.
   */
  readonly decode: (body: unknown) => Promise<object>;
}
