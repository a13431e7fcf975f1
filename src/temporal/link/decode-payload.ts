import type { LoadedDataConverter, Payload } from '@temporalio/common';

/** Removes the codecs' encoding from a payload, for the payload converter. */
export async function removeCodecs(
  converter: LoadedDataConverter,
  payload: Payload,
): Promise<Payload | undefined> {
  let payloads = [payload];
  for (const codec of [...converter.payloadCodecs].reverse()) {
    payloads = await codec.decode(payloads);
  }
  return payloads[0];
}

/**
 * Decodes a payload.
 *
 * @throws {ValueError} If the converter does not know the encoding.
 */
export async function decodePayload(
  converter: LoadedDataConverter,
  payload: Payload,
): Promise<unknown> {
  const decoded = await removeCodecs(converter, payload);
  return decoded && converter.payloadConverter.fromPayload<unknown>(decoded);
}
