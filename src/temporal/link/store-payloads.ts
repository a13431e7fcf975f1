/** Puts large payloads into External Storage, as the Temporal Client does, with a time limit and words for clients. */
import type { LoadedDataConverter, Payload, StorageDriverTargetInfo } from '@temporalio/common';
import proto from '@temporalio/proto';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import { inTime } from '../../core/value/in-time.js';

import { STORAGE_LIMIT_MS, STORAGE_REFERENCE } from './payload-reader.js';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;
/** Suggested retry after a failure of the store, in milliseconds. */
const RETRY_AFTER_MS = 5_000;

function toReference(driverName: string, claimData: object, size: number): Payload {
  return PayloadMessage.create({
    metadata: {
      encoding: Buffer.from('json/protobuf'),
      messageType: Buffer.from(STORAGE_REFERENCE),
    },
    data: Buffer.from(JSON.stringify({ driverName, claimData })),
    externalPayloads: [
      proto.temporal.api.common.v1.Payload.ExternalPayloadDetails.fromObject({ sizeBytes: size }),
    ],
  });
}

/** The driver's error may name the place in the store, so it is not kept. */
function refused(): never {
  throw new TaskError(
    TaskErrorCode.unavailable,
    `External Storage cannot store the arguments at the moment, so nothing was sent. Try again in ${RETRY_AFTER_MS / 1000} seconds. If that does not help, the operator of this server has to check the store, and the driver in --data-converter.`,
    { retryAfterMs: RETRY_AFTER_MS },
  );
}

/**
 * Replaces payloads from the configured size by references.
 *
 * @throws {TaskError} `unavailable` if the store refuses, or is not in time.
 */
export async function storePayloads(
  { externalStorage }: LoadedDataConverter,
  payloads: readonly Payload[],
  target: StorageDriverTargetInfo,
): Promise<Payload[]> {
  if (!externalStorage) return [...payloads];
  const { driverSelector, payloadSizeThreshold } = externalStorage;
  return Promise.all(
    payloads.map(async (payload) => {
      const size = PayloadMessage.encode(payload).finish().length;
      if (size < payloadSizeThreshold) return payload;
      const abortSignal = AbortSignal.timeout(STORAGE_LIMIT_MS);
      const driver = driverSelector({ abortSignal, target }, payload);
      if (!driver) return payload;
      try {
        const work = driver.store({ abortSignal, target }, [payload]);
        const [claim] = await inTime(work, STORAGE_LIMIT_MS, refused);
        return claim ? toReference(driver.name, claim.claimData, size) : refused();
      } catch {
        return refused();
      }
    }),
  );
}
