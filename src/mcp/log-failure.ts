import { isTaskError, TaskErrorCode } from '../core/errors.js';
import { JsonRpcError } from '../core/json-rpc-error.js';
import type { Logger } from '../core/logger.js';
import { cutText } from '../core/value/cut-text.js';
import { logSummed } from '../core/value/summed-log.js';

/** Maximum length of a reason, in characters. Failures with the same reason are counted together. */
const MAX_KIND_LENGTH = 200;

/** Codes of failures that the operator has to mend. */
const LOGGED_AS_ERRORS: readonly TaskErrorCode[] = [
  TaskErrorCode.misconfigured,
  TaskErrorCode.tooLarge,
  TaskErrorCode.full,
  TaskErrorCode.internal,
];

/** The outer errors of the Temporal Client only name the call. */
function innermostMessage(error: unknown): string {
  let current = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  return current instanceof Error ? current.message : String(current);
}

/**
 * Logs a failed request for the operator. Errors that the client caused are not logged, except for answers. A client can repeat requests,
 * so the first failure of a kind is logged, and later ones are counted. Only unexpected errors have a stack.
 */
export function logFailure(logger: Logger | undefined, method: string, error: unknown): void {
  if (error instanceof JsonRpcError) return;
  const code = isTaskError(error) ? error.code : TaskErrorCode.internal;
  const err = isTaskError(error) ? (error.cause ?? error) : error;
  const reason = innermostMessage(err);
  const kind = cutText(`${method}: ${reason}`, MAX_KIND_LENGTH);
  if (code === TaskErrorCode.unavailable) {
    const message = 'Temporal did not answer a request';
    logSummed(logger, { level: 'warn', kind, fields: { method, err }, message });
  } else if (code === TaskErrorCode.invalidInput) {
    // Some clients answer a question by themselves, again and again.
    const fields = { method, reason: code };
    logSummed(logger, { level: 'warn', kind: method, fields, message: 'An answer was not taken' });
  } else if (LOGGED_AS_ERRORS.includes(code)) {
    const fields = code === TaskErrorCode.internal ? { method, err } : { method, reason };
    logSummed(logger, { level: 'error', kind, fields, message: 'A request failed' });
  }
}

/** Characters after which messages may quote the client's data. */
const QUOTATION = /[:{["'`\n]/;
/** Maximum length of a message without such a character. */
const MAX_REASON_LENGTH = 100;

/**
 * Logs a refused message. The first refusal of a kind is logged, and later ones are counted. Only the client gets the
 * details.
 */
export function logProtocolError(
  logger: Logger | undefined,
  { message }: { readonly message: string },
): void {
  const reason = cutText(message.split(QUOTATION)[0] ?? '', MAX_REASON_LENGTH);
  logSummed(logger, { level: 'warn', kind: reason, fields: { reason }, message: 'Protocol error' });
}
