import type { Client } from '@temporalio/client';
import type { LoadedDataConverter, Payload } from '@temporalio/common';

import { storePayloads } from './store-payloads.js';

/** @throws {ValueError} If the converter cannot encode a value. */
export async function encodePayloads(
  { payloadConverter, payloadCodecs }: LoadedDataConverter,
  values: readonly unknown[],
): Promise<Payload[]> {
  let payloads = values.map((value) => payloadConverter.toPayload(value));
  for (const codec of payloadCodecs) payloads = await codec.encode(payloads);
  return payloads;
}

/**
 * Encodes the arguments of a message. Large ones go to External Storage.
 *
 * @throws {TaskError} `unavailable` if the store refuses.
 */
export async function encodeArguments(
  { options: { namespace, loadedDataConverter } }: Client,
  workflowId: string,
  values: readonly unknown[],
): Promise<Payload[]> {
  const payloads = await encodePayloads(loadedDataConverter, values);
  const target = { kind: 'workflow', namespace, id: workflowId } as const;
  return storePayloads(loadedDataConverter, payloads, target);
}
