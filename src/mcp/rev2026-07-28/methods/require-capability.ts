import type { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { LackingCapability } from '../../../core/question/askable.js';
import type { Client } from '../../../core/request/exchange.js';
import { ASKABLE_REQUIRED, TASKS_REQUIRED } from '../wire/client-capabilities.js';
import { missingCapability } from '../wire/json-rpc-error.js';

/**
 * Requires the tasks extension.
 *
 * @throws {JsonRpcError} -32021 if this request does not declare it, whether or not the task exists (Extension ›
 * Protocol Errors).
 */
export function requireTasks({ usesTasks }: Client, toolName?: string): void {
  if (usesTasks) return;
  const what =
    toolName === undefined ? 'This request' : `Tool ${toolName} runs as a task only, so it`;
  throw missingCapability(
    TASKS_REQUIRED,
    `${what} needs the extension io.modelcontextprotocol/tasks: declare it in "clientCapabilities.extensions" of the request's "_meta".`,
  );
}

export function cannotBeAsked(lacking: LackingCapability, message: string): JsonRpcError {
  return missingCapability(ASKABLE_REQUIRED[lacking], message);
}
