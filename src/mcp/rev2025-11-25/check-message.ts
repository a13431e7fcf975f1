import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

import { type ErrorReply, refuseMalformed } from '../malformed-message.js';

/** The answer to a message that is JSON but no message of MCP, or `undefined` for one that is. */
export function checkMessage(message: unknown): ErrorReply | undefined {
  return JSONRPCMessageSchema.safeParse(message).success ? undefined : refuseMalformed(message);
}
