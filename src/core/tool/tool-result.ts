import type { JsonRpcErrorObject } from '../json-rpc-error.js';
import { toJson } from '../value/exact-json.js';
import { isRecord } from '../value/is-record.js';
import { takeMeantValue } from '../value/meant-value.js';

import { type ContentBlock, namesBlockType, readBlock, toTextBlock } from './content-block.js';

/** An MCP `CallToolResult`, as far as both generations agree on it. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** Any JSON value. A generation may have objects only. */
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

export type TaskOutcome =
  | {
      readonly kind: 'result';
      readonly result: ToolResult;
      /** The Workflow has completed, and the result only says why its value cannot be read now. Default: false. */
      readonly isUnread?: true | undefined;
    }
  | {
      readonly kind: 'error';
      readonly error: JsonRpcErrorObject;
      /** An operator has ended the work, by a termination. Absent: the Workflow, or a time limit. */
      readonly byOperator?: true | undefined;
    }
  | {
      readonly kind: 'cancelled';
      /** In the Workflow's words. Absent: it gives none. */
      readonly reason?: string | undefined;
    };

/** A tool result that a Workflow has returned. */
export interface ReturnedResult {
  readonly result: ToolResult;
  /**
   * JSON Pointers of what clients get in another form: a block that becomes a text or a file, a picture's type that is
   * corrected, an optional member that is left out.
   */
  readonly misfits: readonly string[];
}

const NOTHING = 'Completed. There is no result.';
const FAILED = 'It failed. No reason was given.';

/** Returns the content of a tool result; `undefined` if it is a list of business data. */
function readContent(
  content: readonly unknown[],
  isMarked: boolean,
  onMisfit: (pointer: string) => void,
): readonly ContentBlock[] | undefined {
  const read = content.map((value, index) => readBlock(value, `/content/${index}`, onMisfit));
  const isMcp = content.every(namesBlockType) && read.some((block) => block !== undefined);
  if (!isMcp && !isMarked) return undefined;
  return read.map((block, index) => {
    if (!block) onMisfit(`/content/${index}`);
    return block ?? toTextBlock(content[index]);
  });
}

/**
 * Reads a value as a `CallToolResult`. Business data may have a list `content`, too, so a tool result has no members
 * besides those of MCP, and its content has only types of MCP, unless `isError` or `structuredContent` marks it.
 *
 * @returns `undefined` for other data.
 */
export function readToolResult(value: unknown): ReturnedResult | undefined {
  if (!isRecord(value)) return undefined;
  const members = Object.entries(value).filter(([, member]) => (member ?? undefined) !== undefined);
  const written = Object.fromEntries(members) as Readonly<Record<string, unknown>>;
  const { content, structuredContent, isError, _meta: meta, resultType, ...others } = written;
  const _meta = takeMeantValue(meta, ['object']);
  const isLike =
    Array.isArray(content) &&
    Object.keys(others).length === 0 &&
    (isError === undefined || typeof isError === 'boolean') &&
    (_meta === undefined || isRecord(_meta)) &&
    (resultType === undefined || resultType === 'complete');
  if (!isLike) return undefined;
  const misfits: string[] = [];
  const isMarked = isError !== undefined || structuredContent !== undefined;
  const blocks = readContent(content, isMarked, (pointer) => misfits.push(pointer));
  if (!blocks) return undefined;
  const isEmpty = blocks.length === 0 && structuredContent === undefined;
  const result: ToolResult = {
    content: isEmpty ? [toTextBlock(isError === true ? FAILED : NOTHING)] : blocks,
    structuredContent,
    isError,
    _meta,
  };
  return { result, misfits };
}

/** Names under which a value with `content` says that it is an error. The second one is Python's, without an alias. */
const ERROR_MEMBERS = ['isError', 'is_error'] as const;

function errorMemberOf(value: unknown): (typeof ERROR_MEMBERS)[number] | undefined {
  if (!isRecord(value) || !Array.isArray(value['content'])) return undefined;
  return ERROR_MEMBERS.find((name) => Object.hasOwn(value, name) && value[name] !== null);
}

/** Returns true for a value that says of itself that it is an error, as a tool result or as data like one. */
export function saysError(value: unknown): boolean {
  const returned = readToolResult(value);
  if (returned) return returned.result.isError === true;
  const member = errorMemberOf(value);
  return member !== undefined && isRecord(value) && value[member] === true;
}

/** Maximum number of misfits in a sentence. */
const MAX_NAMED = 10;

/** Says in a sentence what is wrong with a value that looks like a tool result. `undefined`: nothing. */
export function describeResultFault(value: unknown): string | undefined {
  const returned = readToolResult(value);
  if (returned) {
    const { misfits } = returned;
    if (misfits.length === 0) return undefined;
    return `Clients get ${misfits.slice(0, MAX_NAMED).join(', ')} of the tool result in another form: a picture that models do not take as a file, or with the type of its bytes; another block as text; other members not at all.`;
  }
  const member = errorMemberOf(value);
  if (member === undefined) return undefined;
  return `A value with "content" and "${member}" is given as data, since it is not a tool result of MCP: that has no members besides content, structuredContent, isError, _meta and resultType (in Python: model_dump(mode="json", by_alias=True)).`;
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
 * The tool result for a Workflow's returned value. A `CallToolResult` stays one, as {@link readToolResult} reads it. An
 * object becomes `structuredContent`, with its JSON as text; other JSON becomes text, and no value a short sentence.
 * Data that says of itself that it is an error is one.
 *
 * @returns `undefined` for a value without a JSON form, such as binary data.
 */
export function toToolResult(value: unknown): ToolResult | undefined {
  if (value === undefined || value === null) return toTextResult(NOTHING);
  const returned = readToolResult(value);
  if (returned) return returned.result;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return undefined;
  if (typeof value === 'string') return toTextResult(value);
  const text = toJson(value) as string | undefined;
  if (text === undefined) return undefined;
  if (!isRecord(value)) return toTextResult(text);
  const isError = saysError(value) ? true : undefined;
  return { ...toTextResult(text), structuredContent: value, isError };
}

/** JSON-RPC 2.0, "Internal error": the one code that both generations give to a call that could not be carried out. */
const JSON_RPC_INTERNAL_ERROR = -32603;

export function toInternalError(message: string): JsonRpcErrorObject {
  return { code: JSON_RPC_INTERNAL_ERROR, message };
}
