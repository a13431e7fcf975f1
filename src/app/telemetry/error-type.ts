import type { ServedReply } from '../../core/observer.js';
import { isRecord } from '../../core/value/is-record.js';

/** Codes of JSON-RPC and MCP that are the client's fault, and no error of the server (semantic-conventions-genai, model/mcp/common.yaml @0e5e6a8d). */
const CLIENT_FAULTS: readonly number[] = [-32700, -32600, -32601, -32602, -32002];

/** `error.type` of an answer: the one classification for spans and metrics. `undefined`: it is no error. */
export function toErrorType({ result, error }: ServedReply): string | undefined {
  if (error) return CLIENT_FAULTS.includes(error.code) ? undefined : String(error.code);
  return isRecord(result) && result['isError'] === true ? 'tool_error' : undefined;
}
