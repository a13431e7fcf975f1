import { isInitializeRequest, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

import { isRecord } from '../../../core/value/is-record.js';

function isInitialization(value: unknown): boolean {
  return isRecord(value) && value['method'] === 'initialize' && value['id'] !== undefined;
}

/**
 * Returns true for a valid message by the SDK's rules. The SDK's transports drop other values, or treat them as broken
 * JSON. An `initialize` also needs valid params, since the SDK would answer with its validator's output.
 */
export function isMessage(value: unknown): boolean {
  if (!JSONRPCMessageSchema.safeParse(value).success) return false;
  return !isInitialization(value) || isInitializeRequest(value);
}
