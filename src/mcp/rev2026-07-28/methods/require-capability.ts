import type { Client } from '../../../core/exchange.js';
import type { JsonRpcError } from '../../../core/json-rpc-error.js';
import { type LackingCapability, lackingCapability } from '../../../core/question/askable.js';
import { isForClients } from '../../../core/question/question.js';
import { type Task, withoutQuestions } from '../../../core/task/task.js';
import { ASKABLE_REQUIRED, TASKS_REQUIRED } from '../wire/client-capabilities.js';
import { missingCapability } from '../wire/json-rpc-error.js';
import { toWireDetailedTask, type WireDetailedTask } from '../wire/to-wire.js';

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

/**
 * Converts a task for a client. Questions that the client cannot show, but people can answer elsewhere, are left out:
 * the task's status names the place.
 *
 * @throws {JsonRpcError} -32021 if the task waits for an answer that the client cannot give. The client must not see
 * the question, and the task cannot continue without the answer (Multi Round-Trip Requests › Server Requirements).
 */
export function showTask(read: Task, { askable }: Client): WireDetailedTask {
  const task = withoutQuestions(
    read,
    (question) =>
      question.isOpenElsewhere === true && lackingCapability(question, askable) !== undefined,
  );
  for (const question of task.questions.filter(isForClients)) {
    const lacking = lackingCapability(question, askable);
    if (lacking === undefined) continue;
    const { message } = question.params;
    const said = typeof message === 'string' ? message : question.method;
    throw cannotBeAsked(
      lacking,
      `The task waits for an answer to "${said}", and this client can't be asked: it has not declared "${lacking}".`,
    );
  }
  return toWireDetailedTask(task);
}
