import { type LoadedDataConverter, ValueError } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';

import { isRecord } from '../../core/value/is-record.js';
import { decodePayload } from '../link/decode-payload.js';

type Failure = temporal.api.failure.v1.IFailure;

type Attributes = NonNullable<Failure['encodedAttributes']>;

/** Message and stack where a Worker has put them into a payload; nothing where that cannot be read. */
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
 * A failure as its Worker meant it: where its texts are in a payload, which a codec may have encrypted (`encodeCommonAttributes`),
 * with the texts in their place, in its causes too.
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
