import { type LoadedDataConverter, ValueError } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';

import { isRecord } from '../../core/value/is-record.js';
import { decodePayload } from '../link/decode-payload.js';

type Failure = temporal.api.failure.v1.IFailure;

type Attributes = NonNullable<Failure['encodedAttributes']>;

/** Reads message and stack from a payload of the Worker; empty if it cannot be read. */
async function readAttributes(
  converter: LoadedDataConverter,
  encoded: Attributes,
): Promise<Pick<Failure, 'message' | 'stackTrace'>> {
  let attributes: unknown;
  try {
    attributes = await decodePayload(converter, encoded);
  } catch (error) {
    if (error instanceof ValueError) return {};
    throw error;
  }
  if (!isRecord(attributes)) return {};
  const { message, stack_trace: stackTrace } = attributes;
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof stackTrace === 'string' && { stackTrace }),
  };
}

/**
 * Decodes a failure whose texts are in a payload, which a codec may have encrypted (`encodeCommonAttributes`). Its
 * causes are decoded, too.
 */
export async function openFailure(
  converter: LoadedDataConverter,
  failure: Failure,
): Promise<Failure> {
  const { encodedAttributes, cause } = failure;
  return {
    ...failure,
    ...(encodedAttributes && (await readAttributes(converter, encodedAttributes))),
    ...(cause && { cause: await openFailure(converter, cause) }),
  };
}
