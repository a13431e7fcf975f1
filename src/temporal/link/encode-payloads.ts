import type { LoadedDataConverter, Payload } from '@temporalio/common';

/** @throws {ValueError} If the converter cannot encode a value. */
export async function encodePayloads(
  { payloadConverter, payloadCodecs }: LoadedDataConverter,
  values: readonly unknown[],
): Promise<Payload[]> {
  let payloads = values.map((value) => payloadConverter.toPayload(value));
  for (const codec of payloadCodecs) payloads = await codec.encode(payloads);
  return payloads;
}
