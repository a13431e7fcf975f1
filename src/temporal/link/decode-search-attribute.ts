import { defaultPayloadConverter, type Payload } from '@temporalio/common';

/**
 * Decodes a Search Attribute. No codec has encoded it, since the service reads its value. Some SDKs write a single
 * value as a list.
 *
 * @throws {Error} If no SDK writes such a value.
 */
export function decodeSearchAttribute(payload: Payload): unknown {
  const value: unknown = defaultPayloadConverter.fromPayload(payload);
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}
