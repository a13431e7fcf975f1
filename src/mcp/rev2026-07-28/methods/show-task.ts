import {
  describeLacking,
  lackingCapability,
  uniteAskable,
} from '../../../core/question/askable.js';
import { isForClients } from '../../../core/question/question.js';
import type { Exchange } from '../../../core/request/exchange.js';
import { type Task, withoutQuestions } from '../../../core/task/task.js';
import { quote } from '../../../core/value/quote.js';
import { isTerminalTask } from '../../../service/calls/answer/outcome.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';
import type { GenerationOptions } from '../../generation.js';
import { protocol } from '../wire/protocol.js';
import { toWireDetailedTask, type WireDetailedTask } from '../wire/to-wire.js';

import { cannotBeAsked } from './require-capability.js';

/**
 * Converts a task for a client. Questions that no client will answer are refused first, so that the Workflow continues:
 * invalid ones, and those beyond the creator and this client if only the creator may be asked. Questions that this
 * client cannot show, but people can answer elsewhere, are left out: the task's status names the place.
 *
 * @throws {JsonRpcError} -32021 if the task waits for an answer that the client cannot give. The client must not see
 * the question, and the task cannot continue without the answer (Multi Round-Trip Requests › Server Requirements).
 */
export async function showTask(
  exchange: Exchange,
  read: Task,
  { tasks, tools }: Pick<GenerationOptions, 'tasks' | 'tools'>,
): Promise<WireDetailedTask> {
  const { askable } = exchange.client;
  const ofCreator = read.origin?.askable;
  const anyAskable = ofCreator && uniteAskable(ofCreator, askable);
  const task = withoutQuestions(
    await refuseQuestions(exchange, read, tasks, { askable: anyAskable }),
    (question) =>
      question.isOpenElsewhere === true && lackingCapability(question, askable) !== undefined,
  );
  for (const question of task.questions.filter(isForClients)) {
    const lacking = lackingCapability(question, askable);
    if (lacking === undefined) continue;
    const { message } = question.params;
    const text = typeof message === 'string' ? message : question.method;
    throw cannotBeAsked(
      lacking,
      `The task waits for an answer to ${quote(text)}, and this client can't be asked: ${describeLacking(lacking)}.`,
    );
  }
  if (isTerminalTask(task, protocol)) tools.shown(task);
  return toWireDetailedTask(task);
}
