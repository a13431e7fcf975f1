import { defaultPayloadConverter, type Payload } from '@temporalio/common';

/**
 * The value of a search attribute. The service reads them itself, so no codec has been at them. SDKs differ in whether they
 * write one value as a list.
 *
 * @throws {Error} When it is nothing that SDKs write.
 */
export function decodeSearchAttribute(payload: Payload): unknown {
  const value: unknown = defaultPayloadConverter.fromPayload(payload);
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}
