import { TaskErrorCode } from '../../../core/errors.js';
import {
  JsonRpcError,
  wrapAsJsonRpcError,
  type JsonRpcErrorObject,
} from '../../../core/json-rpc-error.js';
import { quoteName, toLine } from '../../../core/value/quote.js';

import type { RequiredCapabilities } from './client-capabilities.js';

export const JsonRpcCode = {
  serverError: -32000,
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/**
 * Returns true for codes that a Workflow must not use for its own errors: MCP gives them other meanings, or forbids
 * them (Base › Error Codes).
 */
function isReserved(code: number): boolean {
  return (code >= -32099 && code <= -32020) || code === -32002;
}

function toCode(code: TaskErrorCode): number {
  switch (code) {
    case TaskErrorCode.taskNotFound:
    case TaskErrorCode.taskExpired:
    case TaskErrorCode.resourceNotFound:
    case TaskErrorCode.taskTerminal:
    case TaskErrorCode.full:
    case TaskErrorCode.invalidCursor:
    case TaskErrorCode.invalidParams:
    case TaskErrorCode.unknownTool:
    case TaskErrorCode.invalidArguments:
    case TaskErrorCode.invalidInput:
    case TaskErrorCode.idempotencyConflict:
    case TaskErrorCode.workflowIdInUse:
    case TaskErrorCode.taskRequired:
    case TaskErrorCode.taskForbidden:
      return JsonRpcCode.invalidParams;
    case TaskErrorCode.aborted:
    case TaskErrorCode.unavailable:
    case TaskErrorCode.busy:
    case TaskErrorCode.closing:
    case TaskErrorCode.misconfigured:
    case TaskErrorCode.tooLarge:
    case TaskErrorCode.internal:
      return JsonRpcCode.internalError;
  }
}

/** An unexpected error shows no details. */
export function toJsonRpcError(error: unknown): JsonRpcError {
  return wrapAsJsonRpcError(error, toCode);
}

export function toErrorObject(thrown: unknown): JsonRpcErrorObject {
  const { code, message, data } = toJsonRpcError(thrown);
  const wholeCode = Number.isSafeInteger(code) ? code : JsonRpcCode.internalError;
  return { code: wholeCode, message, data };
}

/** A reserved code becomes an internal error. */
export function toWireError({ code, message, data }: JsonRpcErrorObject): JsonRpcErrorObject {
  return {
    code: isReserved(code) ? JsonRpcCode.internalError : code,
    message,
    data,
  };
}

export function methodNotFound(method: string): JsonRpcError {
  return new JsonRpcError({
    code: JsonRpcCode.methodNotFound,
    message: `Method not found: ${quoteName(toLine(method))}`,
  });
}

/** Its HTTP status is 400. */
export function missingCapability(
  requiredCapabilities: RequiredCapabilities,
  message: string,
): JsonRpcError {
  return new JsonRpcError({
    code: JsonRpcCode.missingClientCapability,
    message,
    data: { requiredCapabilities },
  });
}
