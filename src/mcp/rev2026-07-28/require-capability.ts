import type { InputRequest } from '../../core/input-request.js';
import type { Task } from '../../core/task.js';

import {
  type ClientCapabilities,
  lackingCapability,
  TASKS_REQUIRED,
} from './client-capabilities.js';
import { missingCapability } from './json-rpc-error.js';
import { toWireDetailedTask, type WireDetailedTask } from './to-wire.js';

/**
 * For requests that need the extension.
 *
 * @throws {JsonRpcError} -32021 when this very request does not declare it, whatever the task (Extension › Protocol
 * Errors).
 */
export function requireTasks(client: ClientCapabilities): void {
  if (client.tasks) return;
  throw missingCapability(
    TASKS_REQUIRED,
    'This request needs the extension io.modelcontextprotocol/tasks: declare it in "clientCapabilities.extensions" of its "_meta".',
  );
}

/**
 * For questions that have to be asked.
 *
 * @throws {JsonRpcError} -32021 when the client cannot be asked one of them: it must not see it, and nothing goes on
 * without it (Multi Round-Trip Requests › Server Requirements).
 */
export function requireAnswerable(
  requests: Readonly<Record<string, InputRequest>>,
  client: ClientCapabilities,
): void {
  for (const request of Object.values(requests)) {
    const lacking = lackingCapability(request, client);
    if (lacking) {
      throw missingCapability(
        lacking.required,
        `There is a question that this client cannot be asked: it has not declared "${lacking.name}".`,
      );
    }
  }
}

/** A task as a client may see it; -32021 when it waits for an answer that the client cannot give. */
export function showTask(task: Task, client: ClientCapabilities): WireDetailedTask {
  requireAnswerable(task.inputRequests ?? {}, client);
  return toWireDetailedTask(task);
}
