import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** Whether a value is a message, as the SDK sees it: its transports drop what is none, or take it for no JSON at all. */
export function isMessage(value: unknown): boolean {
  return JSONRPCMessageSchema.safeParse(value).success;
}
