import type { Client } from '@temporalio/client';
import type { LoadedDataConverter, Payload, StorageDriverTargetInfo } from '@temporalio/common';

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
 * @param to The ID of the Workflow that gets them, or another target.
 *
 * @throws {TaskError} `unavailable` if the store refuses.
 */
export async function encodeArguments(
  { options: { namespace, loadedDataConverter } }: Client,
  to: string | StorageDriverTargetInfo,
  values: readonly unknown[],
): Promise<Payload[]> {
  const payloads = await encodePayloads(loadedDataConverter, values);
  const target = typeof to === 'string' ? ({ kind: 'workflow', namespace, id: to } as const) : to;
  return storePayloads(loadedDataConverter, payloads, target);
}
