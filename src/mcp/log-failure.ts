import { cutText } from '../core/cut-text.js';
import { isTaskError, TaskErrorCode } from '../core/errors.js';
import { JsonRpcError } from '../core/json-rpc-error.js';
import type { Logger } from '../core/logger.js';

/** Logs what an operator should see of a failed request: what is not its client's doing. */
export function logFailure(logger: Logger | undefined, method: string, error: unknown): void {
  if (error instanceof JsonRpcError) return;
  const code = isTaskError(error) ? error.code : TaskErrorCode.internal;
  const fields = { method, err: isTaskError(error) ? (error.cause ?? error) : error };
  if (code === TaskErrorCode.unavailable) {
    logger?.warn(fields, 'Temporal did not answer a request');
  } else if (code === TaskErrorCode.misconfigured || code === TaskErrorCode.internal) {
    logger?.error(fields, 'A request failed');
  }
}

/** Behind one of these, messages of SDKs quote what a client has sent, an answer for instance. */
const QUOTATION = /[:{["'`\n]/;
/** For a message without any of them. */
const MAX_REASON_LENGTH = 100;

/**
 * Logs what an SDK reports of a connection, in one line and without a stack: most of it is its client's doing, who can have
 * it written as often as it likes. What exactly was wrong is told to the client alone.
 */
export function logProtocolError(logger: Logger | undefined, { message }: Error): void {
  logger?.warn(
    { reason: cutText(message.split(QUOTATION)[0] ?? '', MAX_REASON_LENGTH) },
    'Protocol error',
  );
}
