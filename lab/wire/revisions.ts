/** Headers, capabilities and `_meta` of each protocol revision. */
import type { Message } from './message.js';

export const REVISION_2025 = '2025-11-25';
export const REVISION_2026 = '2026-07-28';
export const SESSION_HEADER = 'mcp-session-id';
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

const PREFIX = 'io.modelcontextprotocol/';
const NAMED_BY_TASK = ['tasks/get', 'tasks/update', 'tasks/cancel'];

/** Capabilities of a client that answers forms. */
const FORMS = { elicitation: { form: {} } };

/** Returns the params of `initialize`, for revisions before 2026-07-28. */
export function initializeParams(
  name: string,
  protocolVersion: string = REVISION_2025,
  capabilities: object = FORMS,
): Record<string, unknown> {
  return { protocolVersion, capabilities, clientInfo: { name, version: '0.0.0' } };
}

/** Returns the headers of 2025-11-25. */
export function toHeaders2025({ method }: Message, session?: string): Record<string, string> {
  return {
    ...(method !== 'initialize' && { 'mcp-protocol-version': REVISION_2025 }),
    ...(session !== undefined && { [SESSION_HEADER]: session }),
  };
}

/** Returns the `_meta` of a request of 2026-07-28. Default of `capabilities`: tasks and forms. */
export function toEnvelope(
  name: string,
  capabilities: object = { ...FORMS, extensions: { [TASKS_EXTENSION]: {} } },
): Record<string, unknown> {
  return {
    [`${PREFIX}protocolVersion`]: REVISION_2026,
    [`${PREFIX}clientInfo`]: { name, version: '0.0.0' },
    [`${PREFIX}clientCapabilities`]: capabilities,
  };
}

/** Returns the headers of 2026-07-28, which repeat parts of the body (Streamable HTTP › Standard Request Headers). */
export function toHeaders2026({ method, params }: Message): Record<string, string> {
  const isOfTask = method !== undefined && NAMED_BY_TASK.includes(method);
  const name = isOfTask ? params?.['taskId'] : params?.['name'];
  return {
    'mcp-protocol-version': REVISION_2026,
    ...(method !== undefined && { 'mcp-method': method }),
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}
