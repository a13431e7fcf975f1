import type { InputRequests } from '../../../core/contract/input-request.js';
import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import { lackingCapability } from '../../../core/question/askable.js';
import { canBeBrought } from '../../../core/question/page-elicitation.js';
import { isForClients, isUnaskable, type Question } from '../../../core/question/question.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Protocol } from '../../../core/task/protocol.js';
import type { Task } from '../../../core/task/task.js';
import { keepsQuestions } from '../call/keeps-questions.js';
import { mayBeMissed } from '../call/repeats.js';
import type { CallReply, CallRequest } from '../call/tool.js';

import { leaveCall } from './abandoned-call.js';
import { followTask } from './follow-task.js';
import { toHandleResult } from './handle-result.js';
import { noteJoined } from './joined-note.js';
import type { StartedCall, WorkflowToolOptions } from './open-call.js';
import { isTerminalTask, outcomeOf, toCallOutcome } from './outcome.js';
import { followPatiently } from './patient-wait.js';

/** Returns the result of an ended task. A note tells the model if the call has joined another call's task. */
async function toEnded(
  task: Task,
  protocol: Protocol,
  { tool, hasJoined }: Pick<WorkflowToolOptions, 'tool'> & Pick<StartedCall, 'hasJoined'>,
): Promise<CallReply> {
  const outcome = toCallOutcome(outcomeOf(task, protocol));
  const { taskId } = task;
  if (outcome.kind !== 'result' || !hasJoined) return { kind: 'ended', outcome, taskId };
  const result = await noteJoined(outcome.result, tool, taskId);
  return { kind: 'ended', outcome: { kind: 'result', result }, taskId };
}

/** Returns the questions that the call's client can be asked, or those that it cannot. */
function questionsFor(
  { client }: Exchange,
  { questions }: Task,
  isAskable: boolean,
): readonly Question[] {
  const canAsk = (question: Question): boolean =>
    lackingCapability(question, client.askable) === undefined;
  return questions.filter((question) => isForClients(question) && canAsk(question) === isAskable);
}

/** Returns true if a task waits for an answer that this call's client cannot give, or for one that nobody can. */
function waitsForOthers({ client, ask }: Exchange, { questions }: Task): boolean {
  const isReached = (question: Question): boolean =>
    ask === undefined
      ? lackingCapability(question, client.askable) === undefined
      : canBeBrought(question, client.askable);
  const askable = questions.filter(({ fault }) => fault === undefined);
  if (askable.length === 0) return questions.some(isUnaskable);
  return askable.some(
    (question) => !isForClients(question) || (question.isOpenElsewhere && !isReached(question)),
  );
}

/** Returns true if a question that the client cannot answer in a reply is on the screen of its person. */
export function isAskingOnStream({ ask, client, givenUp }: Exchange, { questions }: Task): boolean {
  return (
    ask !== undefined &&
    questions.some(
      (question) =>
        isForClients(question) &&
        canBeBrought(question, client.askable) &&
        givenUp?.reasonOf(question.key) === undefined,
    )
  );
}

/** Returns true if a task waits for an answer that this request no longer asks for. */
function hasGivenUp({ givenUp }: Exchange, { questions }: Task): boolean {
  return questions.some(({ key }) => givenUp?.reasonOf(key) !== undefined);
}

function toInputRequests(questions: readonly Question[]): InputRequests {
  return Object.fromEntries(questions.map((question) => [question.key, question]));
}

/**
 * Waits for the result as long as the client does. The wait also ends with a question for the reply, or with a
 * question that only other people may answer. If the work still runs then, the reply is a handle.
 */
export async function waitForResult(
  { tool, tasks, budgets, next, repeats }: WorkflowToolOptions,
  exchange: Exchange,
  { progressToken }: CallRequest,
  { task: known, hasJoined, isShared, isRepeat, misfits, sinceMs = performance.now() }: StartedCall,
): Promise<CallReply> {
  const { protocol, signal } = exchange;
  // Only the call that has started the work decides that its questions have nobody to answer them.
  const refuses = !keepsQuestions(tool) && !isRepeat && !isShared;
  const asksInReply = exchange.ask === undefined;
  const hasQuestion = (task: Task): boolean =>
    (asksInReply && questionsFor(exchange, task, true).length > 0) ||
    (!refuses && questionsFor(exchange, task, false).length > 0) ||
    waitsForOthers(exchange, task) ||
    hasGivenUp(exchange, task);
  try {
    const { latest: task, ...waited } = await followPatiently(tasks, exchange, known, {
      budgets,
      answerWithinMs: tool.task.answerWithinMs,
      sinceMs,
      joined: isRepeat ? repeats.joinedCallOf(known.taskId) : hasJoined ? 'unknown' : undefined,
      progressToken,
      isEnough: hasQuestion,
      refuses,
    });
    if (isTerminalTask(task, protocol)) {
      // A client that has left has not received the result.
      const waitedMs = performance.now() - sinceMs;
      if (!signal.aborted) repeats.collected(task.taskId, mayBeMissed(tool, waitedMs));
      return await toEnded(task, protocol, { tool, hasJoined });
    }
    const asked = questionsFor(exchange, task, true);
    if (asksInReply && asked.length > 0 && !hasGivenUp(exchange, task)) {
      const requests = toInputRequests(asked);
      const { taskId, ttlMs: lifetimeMs } = task;
      const part = {
        isRepeat: isRepeat ? true : undefined,
        isShared: isShared ? true : undefined,
        misfits,
      };
      const progress = { phase: 'running', taskId, ...part } as const;
      return { kind: 'questions', requests, progress, lifetimeMs };
    }
    if (!hasJoined && !isRepeat) repeats.answered(task.taskId);
    const { modelMayAnswer } = tool.access;
    const { givenUp } = exchange;
    const isAsking = isAskingOnStream(exchange, task);
    const given = { protocol, next, modelMayAnswer, hasJoined, isAsking, givenUp, ...waited };
    const result = toHandleResult(task, given);
    return { kind: 'ended', outcome: { kind: 'result', result } };
  } catch (error) {
    const isLeft = signal.aborted && !isShared;
    if (isLeft) await leaveCall(exchange, known.taskId, { tasks, tool, budgets, repeats });
    throw error;
  }
}

export function toTaskReply(
  { tool }: WorkflowToolOptions,
  { task, hasJoined }: Pick<StartedCall, 'task' | 'hasJoined'>,
): CallReply {
  const { immediateResponse } = tool.task;
  return {
    kind: 'task',
    task,
    hasJoined: hasJoined ? true : undefined,
    immediateResponse,
  };
}

/** Answers with the task, at once or after a wait. If the client has left first, the work may be cancelled. */
export async function answerWithTask(
  options: WorkflowToolOptions,
  exchange: Exchange,
  { progressToken }: CallRequest,
  {
    task: created,
    hasJoined,
    isShared,
    budgetMs,
  }: StartedCall & { readonly budgetMs: number | undefined },
): Promise<CallReply> {
  const { tool, tasks } = options;
  const { protocol, signal } = exchange;
  const isEnough = ({ questions }: Task): boolean => questions.length > 0;
  try {
    const task =
      budgetMs === undefined
        ? created
        : await followTask(tasks, exchange, created, {
            progressToken,
            budgetMs,
            isEnough,
            refuses: false,
          });
    if (signal.aborted) throw new TaskError(TaskErrorCode.aborted, 'The call was withdrawn.');
    return budgetMs !== undefined && isTerminalTask(task, protocol)
      ? await toEnded(task, protocol, { tool, hasJoined })
      : toTaskReply(options, { task, hasJoined });
  } catch (error) {
    const isLeft = signal.aborted && !isShared;
    if (isLeft) await leaveCall(exchange, created.taskId, options);
    throw error;
  }
}
