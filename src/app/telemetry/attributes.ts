/** The attributes of a request in spans, metrics and log lines. This file loads nothing of OpenTelemetry. */
import type { Attributes } from '@opentelemetry/api';

import type { ServedReply, ServedRequest } from '../../core/request/observer.js';
import { isRecord } from '../../core/value/is-record.js';
import { withoutUndefined } from '../../core/value/members.js';

/** Histograms of seconds. */
export const DurationName = {
  operation: 'mcp.server.operation.duration',
  question: 'temporal_mcp.question.duration',
  temporalRequest: 'temporal_mcp.temporal.request.duration',
} as const;

/** Replaces names that a client chooses, because each would create a time series. */
export const OTHER = '_OTHER';

/** Returns true if the server has a tool of this name. */
export type IsTool = (name: string) => boolean;

/**
 * Error codes of JSON-RPC and MCP that the client causes, so they are not the server's errors
 * (semantic-conventions-genai, model/mcp/common.yaml @0e5e6a8d).
 */
const CLIENT_FAULTS: readonly number[] = [-32700, -32600, -32601, -32602, -32002];
/** A `traceparent` (W3C Trace Context, version 00): trace, span and flags. An ID of zeros is invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns `error.type` of an answer; `undefined` if the answer is not an error. */
export function toErrorType({ result, error }: ServedReply): string | undefined {
  if (error) return CLIENT_FAULTS.includes(error.code) ? undefined : String(error.code);
  return isRecord(result) && result['isError'] === true ? 'tool_error' : undefined;
}

/** Returns the tool of a call, or {@link OTHER} if the server does not have it; `undefined` for other requests. */
export function toolOf({ subject, named }: ServedRequest, isTool: IsTool): string | undefined {
  if (subject !== 'tool') return undefined;
  return named !== undefined && isTool(named) ? named : OTHER;
}

/** Attributes that are known before the answer. A metric would make a label of an undefined one. */
export function toRequestAttributes(request: ServedRequest, isTool: IsTool): Attributes {
  const tool = toolOf(request, isTool);
  const { method = OTHER, protocolVersion, headers } = request;
  return withoutUndefined({
    'mcp.method.name': method,
    'gen_ai.tool.name': tool,
    'gen_ai.operation.name': tool === undefined ? undefined : 'execute_tool',
    'mcp.protocol.version': protocolVersion,
    'network.transport': headers ? 'tcp' : 'pipe',
    'network.protocol.name': headers && 'http',
    'network.protocol.version': headers && '1.1',
  });
}

/** Attributes that the answer adds. */
export function toReplyAttributes(reply: ServedReply): Attributes {
  const type = toErrorType(reply);
  const { error } = reply;
  return withoutUndefined({
    'error.type': type,
    'rpc.response.status_code': error && String(error.code),
  });
}

/** A span of another program. */
export interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** Reads a `traceparent`; `undefined` if it is malformed. */
export function parseTraceparent(value: unknown): RemoteSpan | undefined {
  const match = typeof value === 'string' ? TRACEPARENT.exec(value) : null;
  const [, traceId = '', spanId = '', flags = ''] = match ?? [];
  return flags === '' ? undefined : { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

/** Returns `_meta` of a request's params. */
export function metaIn(params: unknown): Readonly<Record<string, unknown>> {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta : {};
}
