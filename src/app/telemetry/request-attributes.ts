import type { Attributes } from '@opentelemetry/api';

import type { ServedReply, ServedRequest } from '../../core/observer.js';

import { toErrorType } from './error-type.js';

/** Replaces names that a client chooses, because each would create a time series. */
export const OTHER = '_OTHER';

/** The names that the server has defined. */
export interface KnownNames {
  /** Returns true if a tool has the name. */
  readonly isTool: (name: string) => boolean;
}

/** Returns the tool that a request names; `undefined` if the server does not have it. */
export function toolOf(
  { subject, named }: ServedRequest,
  { isTool }: KnownNames,
): string | undefined {
  return subject === 'tool' && named !== undefined && isTool(named) ? named : undefined;
}

export function taskIdOf({ subject, named }: ServedRequest): string | undefined {
  return subject === 'task' ? named : undefined;
}

/** Returns the tool of a call for metrics; `undefined` if the request is not a call. */
function toTool(request: ServedRequest, known: KnownNames): string | undefined {
  return request.subject === 'tool' ? (toolOf(request, known) ?? OTHER) : undefined;
}

function toNetwork({ headers }: ServedRequest): Attributes {
  if (!headers) return { 'network.transport': 'pipe' };
  return {
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
    'network.protocol.version': '1.1',
  };
}

/** Attributes that are known before the answer. */
export function toRequestAttributes(request: ServedRequest, known: KnownNames): Attributes {
  const tool = toTool(request, known);
  const { method = OTHER, protocolVersion } = request;
  return {
    'mcp.method.name': method,
    ...(tool !== undefined && {
      'gen_ai.tool.name': tool,
      'gen_ai.operation.name': 'execute_tool',
    }),
    ...(protocolVersion !== undefined && { 'mcp.protocol.version': protocolVersion }),
    ...toNetwork(request),
  };
}

/** Returns `{mcp.method.name} {gen_ai.tool.name}`, with names that the server has defined only. */
export function toSpanName(request: ServedRequest, known: KnownNames): string {
  const tool = toTool(request, known);
  const { method = OTHER } = request;
  return tool === undefined ? method : `${method} ${tool}`;
}

/** Attributes that the answer adds. */
export function toReplyAttributes(reply: ServedReply): Attributes {
  const type = toErrorType(reply);
  const { error } = reply;
  return {
    ...(type !== undefined && { 'error.type': type }),
    ...(error && { 'rpc.response.status_code': String(error.code) }),
  };
}
