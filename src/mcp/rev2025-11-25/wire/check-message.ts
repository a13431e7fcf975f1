import { isInitializeRequest, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

import { isRecord } from '../../../core/value/is-record.js';

function isInitialization(value: unknown): boolean {
  return isRecord(value) && value['method'] === 'initialize' && value['id'] !== undefined;
}

/**
 * Whether a value is a message, as the SDK sees it: its transports drop what is none, or take it for no JSON at all. An
 * `initialize` is one with the params that it has to have, since the SDK answers others with its validator's dump.
 */
export function isMessage(value: unknown): boolean {
  if (!JSONRPCMessageSchema.safeParse(value).success) return false;
  return !isInitialization(value) || isInitializeRequest(value);
}
