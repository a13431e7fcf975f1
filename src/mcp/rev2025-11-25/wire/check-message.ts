import { isInitializeRequest, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

import { isRecord } from '../../../core/value/is-record.js';

function isInitialization(value: unknown): boolean {
  return isRecord(value) && value['method'] === 'initialize' && value['id'] !== undefined;
}

/**
 * Returns true for a message by the SDK's rules: its transports drop other values, or treat them as broken JSON. An
 * `initialize` needs valid params, since the SDK answers invalid ones with its validator's dump.
 */
export function isMessage(value: unknown): boolean {
  if (!JSONRPCMessageSchema.safeParse(value).success) return false;
  return !isInitialization(value) || isInitializeRequest(value);
}
