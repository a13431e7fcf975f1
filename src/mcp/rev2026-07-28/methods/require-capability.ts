import type { JsonRpcError } from '../../../core/json-rpc-error.js';
import type { ClientFacts } from '../../../core/person/caller.js';
import { type LackingCapability, lackingCapability } from '../../../core/question/askable.js';
import type { InputRequests } from '../../../core/question/input-request.js';
import type { Task } from '../../../core/task/task.js';
import { ASKABLE_REQUIRED, TASKS_REQUIRED } from '../wire/client-capabilities.js';
import { missingCapability } from '../wire/json-rpc-error.js';
import { toWireDetailedTask, type WireDetailedTask } from '../wire/to-wire.js';

/**
 * Requires the tasks extension.
 *
 * @throws {JsonRpcError} -32021 if this request does not declare it, whether or not the task exists (Extension ›
 * Protocol Errors).
 */
export function requireTasks({ usesTasks }: ClientFacts): void {
  if (usesTasks) return;
  throw missingCapability(
    TASKS_REQUIRED,
    'This request needs the extension io.modelcontextprotocol/tasks: declare it in "clientCapabilities.extensions" of its "_meta".',
  );
}

export function cannotBeAsked(lacking: LackingCapability): JsonRpcError {
  return missingCapability(
    ASKABLE_REQUIRED[lacking],
    `There is a question that this client cannot be asked: it has not declared "${lacking}".`,
  );
}

function requireAnswerable(requests: InputRequests, { askable }: ClientFacts): void {
  for (const request of Object.values(requests)) {
    const lacking = lackingCapability(request, askable);
    if (lacking !== undefined) throw cannotBeAsked(lacking);
  }
}

/**
 * Removes questions that the client cannot show, but people can answer elsewhere. The task's status names the place.
 */
function withoutElsewhere(task: Task, { askable }: ClientFacts): Task {
  const { inputRequests = {}, ...rest } = task;
  const shown = Object.entries(inputRequests).filter(
    ([, request]) => !request.elsewhere || lackingCapability(request, askable) === undefined,
  );
  if (shown.length === Object.keys(inputRequests).length) return task;
  return shown.length === 0
    ? { ...rest, phase: 'working' }
    : { ...rest, inputRequests: Object.fromEntries(shown) };
}

/**
 * Converts a task for a client.
 *
 * @throws {JsonRpcError} -32021 if the task waits for an answer that the client cannot give. The client must not see
 * the question, and the task cannot continue without the answer (Multi Round-Trip Requests › Server Requirements).
 */
export function showTask(read: Task, client: ClientFacts): WireDetailedTask {
  const task = withoutElsewhere(read, client);
  requireAnswerable(task.inputRequests ?? {}, client);
  return toWireDetailedTask(task);
}
