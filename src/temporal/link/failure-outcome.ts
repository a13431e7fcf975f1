import { ApplicationFailure, CancelledFailure, TerminatedFailure } from '@temporalio/client';

import {
  CANCELLED_FAILURE_TYPE,
  JSON_RPC_ERROR_FAILURE_TYPE,
  TERMINATE_REASON_PREFIX,
} from '../../core/contract/contract.js';
import { type JsonRpcErrorObject } from '../../core/json-rpc-error.js';
import { type TaskOutcome, toErrorResult, toInternalError } from '../../core/tool/tool-result.js';
import { quote } from '../../core/value/quote.js';

import { cleanText, type Executed, toFailureText } from './failure-text.js';

/** The end of an execution by one of its own timeouts. */
export class ExecutionTimeout extends Error {}

export class WorkflowTimeout extends ExecutionTimeout {
  constructor(kind: 'run' | 'execution') {
    const what = kind === 'run' ? 'one of its runs' : 'it';
    super(`The workflow timed out: ${what} did not end within its ${kind} timeout.`);
  }
}

/**
 * Reads the JSON-RPC error in the details of an `mcp.JsonRpcError`. Other details give an internal error with its
 * message.
 */
function toJsonRpcError(failure: ApplicationFailure): JsonRpcErrorObject {
  const detail: unknown = failure.details?.[0];
  if (
    typeof detail === 'object' &&
    detail !== null &&
    'code' in detail &&
    Number.isSafeInteger(detail.code) &&
    'message' in detail &&
    typeof detail.message === 'string'
  ) {
    return {
      code: detail.code as number,
      message: cleanText(detail.message),
      data: 'data' in detail && detail.data !== null ? detail.data : undefined,
    };
  }
  return toInternalError(cleanText(failure.message));
}

function ofApplicationFailure(failure: ApplicationFailure, what: Executed): TaskOutcome {
  switch (failure.type) {
    case CANCELLED_FAILURE_TYPE: {
      const reason = cleanText(failure.message.trim());
      return { kind: 'cancelled', reason: reason === '' ? undefined : reason };
    }
    case JSON_RPC_ERROR_FAILURE_TYPE:
      return { kind: 'error', error: toJsonRpcError(failure) };
    case undefined:
    case null:
    default:
      return { kind: 'result', result: toErrorResult(toFailureText(failure, what)) };
  }
}

/**
 * Returns the end of a task, from the failure of its execution (`WorkflowFailedError.cause`).
 *
 * A business failure becomes a tool error for the model. If the work could not be carried out at all (a timeout, a
 * termination), the outcome is a JSON-RPC error with the cause.
 */
export function toFailureOutcome(
  failure: Error | undefined,
  what: Executed = 'workflow',
): TaskOutcome {
  if (failure instanceof CancelledFailure) return { kind: 'cancelled' };
  if (failure instanceof TerminatedFailure) {
    if (failure.message.startsWith(TERMINATE_REASON_PREFIX)) return { kind: 'cancelled' };
    const reason = failure.message === '' ? 'no reason given' : quote(failure.message);
    const error = toInternalError(`The ${what} was terminated: ${reason}`);
    return { kind: 'error', error, byOperator: true };
  }
  if (failure instanceof ExecutionTimeout) {
    return { kind: 'error', error: toInternalError(failure.message) };
  }
  if (failure instanceof ApplicationFailure) return ofApplicationFailure(failure, what);
  if (failure === undefined) {
    return { kind: 'error', error: toInternalError(`The ${what} failed without a cause.`) };
  }
  return { kind: 'result', result: toErrorResult(toFailureText(failure, what)) };
}
