import type { LoadedDataConverter, Payload } from '@temporalio/common';

/**
 * Values as payloads, with the codecs put on.
 *
 * @throws {ValueError} When the converter cannot take one.
 */
export async function encodePayloads(
  { payloadConverter, payloadCodecs }: LoadedDataConverter,
  values: readonly unknown[],
): Promise<Payload[]> {
  let payloads = values.map((value) => payloadConverter.toPayload(value));
  for (const codec of payloadCodecs) payloads = await codec.encode(payloads);
  return payloads;
}
