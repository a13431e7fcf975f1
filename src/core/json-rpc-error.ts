import { isTaskError, TaskError, TaskErrorCode } from './errors.js';

/** The error of a JSON-RPC response. */
export interface JsonRpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * An error that every MCP SDK sends unchanged, since the SDKs copy `code`, `message` and `data` of a thrown value. The
 * SDKs' own error classes would add a prefix to the message.
 */
export class JsonRpcError extends Error {
  override readonly name = 'JsonRpcError';
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: JsonRpcErrorObject, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.data = data;
  }
}

function toData({ violations, retryAfterMs }: TaskError): unknown {
  if (violations) return { violations };
  return retryAfterMs === undefined ? undefined : { retryAfterMs };
}

/** An unforeseen error shows no details. */
export function wrapAsJsonRpcError(
  error: unknown,
  toCode: (code: TaskErrorCode) => number,
): JsonRpcError {
  if (error instanceof JsonRpcError) return error;
  const taskError = isTaskError(error)
    ? error
    : new TaskError(TaskErrorCode.internal, 'Internal error.', { cause: error });
  return new JsonRpcError(
    { code: toCode(taskError.code), message: taskError.message, data: toData(taskError) },
    { cause: error },
  );
}
