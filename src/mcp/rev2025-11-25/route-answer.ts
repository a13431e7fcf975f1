import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { Owner, Tasks } from '../../core/tasks.js';

import { isStartQuestionId, startQuestionsOf } from './ask-before-start.js';
import { deliveriesOf, toQuestion } from './deliveries.js';
import { isInputRequestId, openInputRequestId } from './input-request-id.js';

/** What became of a message from a client. */
export type RoutedAnswer =
  /** It is no answer to a question of a task. */
  | 'notAnAnswer'
  /** It needs no further attention: Temporal has it, or it came too late, or it did not fit and will be asked for again. */
  | 'taken'
  /** Its ID is not one that this server gave to this owner. */
  | 'refused'
  /** Temporal cannot take it now; the question stays open. */
  | 'unavailable';

/** What routing needs. */
export interface RouteAnswerDependencies {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly logger?: Logger | undefined;
}

interface ResponseMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** An answer that the client could not give is one too: the Workflow has to learn of it. */
function toResponse({ result, error }: ResponseMessage): unknown {
  return error === undefined ? result : { action: 'cancel', error };
}

/** Whether a message is, or claims to be, the answer to a question of a task, or of a call before it starts. */
export function isAnswer(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { id, method } = message as ResponseMessage;
  return method === undefined && (isInputRequestId(id) || isStartQuestionId(id));
}

/**
 * Brings the answer to a question to the Workflow that asked, whichever process asked it for the Workflow. To be
 * called with every message of a client before the SDK sees it; when it resolves with `taken`, Temporal has it.
 */
export async function routeAnswer(
  message: unknown,
  owner: Owner,
  { tasks, sealer, logger }: RouteAnswerDependencies,
): Promise<RoutedAnswer> {
  if (!isAnswer(message)) return 'notAnAnswer';
  const answer = message as ResponseMessage;
  if (isStartQuestionId(answer.id)) {
    const isAwaited = startQuestionsOf(tasks).answer(answer.id, owner, toResponse(answer));
    return isAwaited ? 'taken' : 'refused';
  }
  const address = await openInputRequestId(sealer, answer.id as string);
  if (address?.owner !== owner) return 'refused';
  try {
    await tasks.answer(address.taskId, owner, { [address.key]: toResponse(answer) });
    return 'taken';
  } catch (error) {
    if (!isTaskError(error)) throw error;
    logger?.warn({ err: error, taskId: address.taskId }, 'An answer was not taken');
    if (error.code === TaskErrorCode.invalidInput) {
      await deliveriesOf(tasks).askAgain(toQuestion(address.taskId, address.key), error.message);
    }
    return error.code === TaskErrorCode.unavailable ? 'unavailable' : 'taken';
  }
}
