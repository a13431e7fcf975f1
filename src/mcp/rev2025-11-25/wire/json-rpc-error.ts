import { TaskErrorCode } from '../../../core/errors.js';
import {
  JsonRpcError,
  wrapAsJsonRpcError,
  type JsonRpcErrorObject,
} from '../../../core/json-rpc-error.js';
import { quote, quoteName, toLine } from '../../../core/value/quote.js';

const JsonRpcCode = {
  /** Server Features › Resources › Error Handling. */
  resourceNotFound: -32002,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

function toCode(code: TaskErrorCode): number {
  switch (code) {
    case TaskErrorCode.taskNotFound:
    case TaskErrorCode.taskExpired:
    case TaskErrorCode.taskTerminal:
    case TaskErrorCode.full:
    case TaskErrorCode.invalidCursor:
    case TaskErrorCode.invalidParams:
    case TaskErrorCode.unknownTool:
    case TaskErrorCode.invalidArguments:
    case TaskErrorCode.invalidInput:
    case TaskErrorCode.idempotencyConflict:
    case TaskErrorCode.workflowIdInUse:
      return JsonRpcCode.invalidParams;
    case TaskErrorCode.resourceNotFound:
      return JsonRpcCode.resourceNotFound;
    case TaskErrorCode.taskRequired:
    case TaskErrorCode.taskForbidden:
      return JsonRpcCode.methodNotFound;
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

export function toErrorObject(error: unknown): JsonRpcErrorObject {
  const { code, message, data } = toJsonRpcError(error);
  return { code, message, data };
}

/** @param method Its name, if another revision has it. */
export function methodNotFound(method?: string): JsonRpcError {
  return new JsonRpcError({
    code: JsonRpcCode.methodNotFound,
    message:
      method === undefined ? 'Method not found' : `Method not found: ${quoteName(toLine(method))}`,
  });
}

/** The error of `tasks/result` for a cancelled task. This revision does not define its code. */
export function taskCancelled(taskId: string, reason?: string): JsonRpcError {
  return new JsonRpcError({
    code: JsonRpcCode.internalError,
    message: `The task was cancelled${reason === undefined ? '. It has no result' : `: ${quote(reason)}`}.`,
    data: { taskId, status: 'cancelled' },
  });
}
