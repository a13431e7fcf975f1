import type { LoadedDataConverter, Payload } from '@temporalio/common';

import { removeCodecs } from './decode-payload.js';

/** Default encoding of Protobuf messages in the Go, Java and Python SDKs: JSON. */
const PROTOBUF_JSON = 'json/protobuf';

/** Decodes the JSON of a Protobuf message; `undefined` for any other payload. */
export function decodeProtobufJson(payload: Payload | undefined): { value: unknown } | undefined {
  const encoding = Buffer.from(payload?.metadata?.['encoding'] ?? []).toString();
  if (encoding !== PROTOBUF_JSON || !payload?.data) return undefined;
  try {
    return { value: JSON.parse(Buffer.from(payload.data).toString()) as unknown };
  } catch {
    return undefined;
  }
}

/**
 * Decodes a payload of a Worker in any language.
 *
 * @throws {ValueError} If the converter does not know the encoding, and the payload is no Protobuf message as JSON.
 */
export async function decodeAnyPayload(
  converter: LoadedDataConverter,
  payload: Payload,
): Promise<unknown> {
  const decoded = await removeCodecs(converter, payload);
  const message = decodeProtobufJson(decoded);
  if (message) return message.value;
  return decoded && converter.payloadConverter.fromPayload<unknown>(decoded);
}
