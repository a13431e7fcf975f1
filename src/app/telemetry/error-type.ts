import type { ServedReply } from '../../core/observer.js';
import { isRecord } from '../../core/value/is-record.js';

/**
 * Error codes of JSON-RPC and MCP that the client causes, so they are not the server's errors
 * (semantic-conventions-genai, model/mcp/common.yaml @0e5e6a8d).
 */
const CLIENT_FAULTS: readonly number[] = [-32700, -32600, -32601, -32602, -32002];

/** Returns `error.type` of an answer, for spans and metrics; `undefined` if the answer is not an error. */
export function toErrorType({ result, error }: ServedReply): string | undefined {
  if (error) return CLIENT_FAULTS.includes(error.code) ? undefined : String(error.code);
  return isRecord(result) && result['isError'] === true ? 'tool_error' : undefined;
}
