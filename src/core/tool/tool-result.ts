import type { JsonRpcErrorObject } from '../json-rpc-error.js';
import { toJson } from '../value/exact-json.js';
import { isRecord } from '../value/is-record.js';

/** One block of a tool result. The server reads its `type` only; clients read the rest. */
export interface ContentBlock {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** An MCP `CallToolResult`, as far as both generations agree on it. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** Any JSON value. A generation may have objects only. */
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export type TaskOutcome =
  | {
      readonly kind: 'result';
      readonly result: ToolResult;
      /** The Workflow has completed, and the result only says why its value cannot be read now. Default: false. */
      readonly isUnread?: true;
    }
  | { readonly kind: 'error'; readonly error: JsonRpcErrorObject }
  | {
      readonly kind: 'cancelled';
      /** In the Workflow's words. Absent: it gives none. */
      readonly reason?: string;
    };

/** The members each content type cannot do without (schema of both revisions, `ContentBlock`). */
const REQUIRED_MEMBERS = new Map<unknown, readonly [string, 'string' | 'object'][]>(
  Object.entries({
    text: [['text', 'string']],
    image: [
      ['data', 'string'],
      ['mimeType', 'string'],
    ],
    audio: [
      ['data', 'string'],
      ['mimeType', 'string'],
    ],
    resource_link: [
      ['uri', 'string'],
      ['name', 'string'],
    ],
    resource: [['resource', 'object']],
  }),
);

function isContentBlock(value: unknown): value is ContentBlock {
  if (!isRecord(value)) return false;
  const members = REQUIRED_MEMBERS.get(value['type']);
  return (
    members?.every(([name, type]) => typeof value[name] === type && value[name] !== null) ?? false
  );
}

/**
 * Returns true for a `CallToolResult` that a Workflow returned. Every element of `content` must be a content block of
 * the protocol, since business data may have a `content` array, too.
 */
export function isToolResult(value: unknown): value is ToolResult {
  return (
    isRecord(value) &&
    Array.isArray(value['content']) &&
    value['content'].every(isContentBlock) &&
    (value['structuredContent'] === undefined || isRecord(value['structuredContent'])) &&
    (value['isError'] === undefined || typeof value['isError'] === 'boolean') &&
    (value['_meta'] === undefined || isRecord(value['_meta'])) &&
    (value['content'].length > 0 || isRecord(value['structuredContent']))
  );
}

export function toTextResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

export function toErrorResult(text: string): ToolResult {
  return { ...toTextResult(text), isError: true };
}

/** The characters of a result as a host shows it to a model. */
export function textLengthOf({ content }: ToolResult): number {
  return content.reduce((sum, { text }) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

/** The outcome of a Workflow that has completed, with the reason why clients cannot be given its value now. */
export function toUnreadOutcome(reason: string): TaskOutcome {
  const result = toErrorResult(`The work is done, so do not start it again. ${reason}`);
  return { kind: 'result', isUnread: true, result };
}

/**
 * The tool result for a Workflow's returned value. A `CallToolResult` stays unchanged. An object becomes
 * `structuredContent`, with its JSON as text; other JSON becomes text, and no value a short sentence.
 *
 * @returns `undefined` for a value without a JSON form, such as binary data.
 */
export function toToolResult(value: unknown): ToolResult | undefined {
  if (value === undefined || value === null) return toTextResult('Completed. There is no result.');
  if (isToolResult(value)) return value;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return undefined;
  if (typeof value === 'string') return toTextResult(value);
  const text = toJson(value) as string | undefined;
  if (text === undefined) return undefined;
  return isRecord(value) ? { ...toTextResult(text), structuredContent: value } : toTextResult(text);
}

/** JSON-RPC 2.0, "Internal error": the one code that both generations give to a call that could not be carried out. */
const JSON_RPC_INTERNAL_ERROR = -32603;

export function toInternalError(message: string): JsonRpcErrorObject {
  return { code: JSON_RPC_INTERNAL_ERROR, message };
}
