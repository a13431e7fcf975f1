import type { Protocol } from '../../../core/protocol.js';
import type { OpenInputRequest } from '../../../core/question/open-input-request.js';
import {
  toAnswerable,
  toForOthersAlone,
  withApprovals,
  withoutApprovals,
} from '../../../core/question/split-questions.js';
import type { Task } from '../../../core/task/task.js';
import { toClause, toSentence } from '../../../core/value/sentence.js';

export interface TaskFacts {
  readonly taskId: string;
  readonly tool: string;
  readonly status: string;
  readonly statusMessage?: string;
  readonly progress?: { readonly progress: number; readonly total?: number };
  readonly createdAt: string;
  /** Open questions by key. Absent: none. */
  readonly questions?: Readonly<Record<string, string>>;
  /** Questions that can be answered elsewhere, or only by other people, by key. Absent: none. */
  readonly approvals?: Readonly<Record<string, ApprovalFacts>>;
}

interface Answering {
  readonly modelMayAnswer: boolean;
}

/** A question that people answer outside the client. */
export interface ApprovalFacts {
  readonly message: string;
  /** The page for the answer. Absent if none is known. */
  readonly page?: string;
}

function toText({ method, params }: OpenInputRequest): string {
  return typeof params['message'] === 'string' ? params['message'] : method;
}

/** Returns the texts of the questions that the task's owner may answer, by key. */
export function questionsOf(task: Task): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(toAnswerable(task)).map(([key, request]) => [key, toText(request)]),
  );
}

/** Returns the questions that people answer outside the client, or that only others may answer, by key. */
export function approvalsOf({
  inputRequests = {},
  approvals = {},
}: Task): Readonly<Record<string, ApprovalFacts>> {
  const elsewhere = Object.entries({ ...inputRequests, ...approvals }).filter(
    ([key, request]) => request.elsewhere ?? Object.hasOwn(approvals, key),
  );
  return Object.fromEntries(
    elsewhere.map(([key, request]) => {
      const page = request.elsewhere?.page;
      return [key, { message: toText(request), ...(page !== undefined && { page }) }];
    }),
  );
}

/**
 * Returns the status message for a model. If the model may answer, the message omits other places for the owner's
 * answers.
 */
function toStatusMessage(task: Task, { modelMayAnswer }: Answering): string | undefined {
  if (!modelMayAnswer) return task.statusMessage;
  const message = withoutApprovals(task.statusMessage, task);
  return withApprovals(message, { approvals: toForOthersAlone(task) });
}

export function toTaskFacts(task: Task, protocol: Protocol, answering: Answering): TaskFacts {
  const { taskId, toolName, progress, createdAt } = task;
  const statusMessage = toStatusMessage(task, answering);
  const questions = questionsOf(task);
  const approvals = approvalsOf(task);
  return {
    taskId,
    tool: toolName,
    status: protocol.toStatus(task),
    ...(statusMessage !== undefined && { statusMessage }),
    ...(progress && {
      progress: {
        progress: progress.progress,
        ...(progress.total !== undefined && { total: progress.total }),
      },
    }),
    createdAt,
    ...(Object.keys(questions).length > 0 && { questions }),
    ...(Object.keys(approvals).length > 0 && { approvals }),
  };
}

/** Describes a task's status and progress as sentences; empty if the task has neither. */
export function describeProgress(task: Task, answering: Answering): string {
  const { progress } = task;
  const statusMessage = toStatusMessage(task, answering);
  const status = statusMessage === undefined ? [] : [toSentence(`Status: ${statusMessage}`)];
  if (!progress) return status.join('');
  const { progress: done, total, message } = progress;
  const amount = total === undefined ? String(done) : `${done} of ${total}`;
  return [
    ...status,
    `Progress: ${amount}${message === undefined ? '' : ` (${toClause(message)})`}.`,
  ].join(' ');
}

function toList(questions: readonly (readonly [string, string])[]): string {
  return questions.map(([key, message]) => `${key}: ${message}`).join('; ');
}

/**
 * Lists the questions that the client can answer, or its model if the tool lets it. Empty if people answer all of them
 * elsewhere.
 */
export function listQuestions(task: Task, { modelMayAnswer }: Answering): string {
  const elsewhere = approvalsOf(task);
  return toList(
    Object.entries(questionsOf(task)).filter(
      ([key]) => modelMayAnswer || !Object.hasOwn(elsewhere, key),
    ),
  );
}

/**
 * Describes questions that people answer elsewhere; empty if there are none. The status message has the page's address.
 */
export function describeApprovals(task: Task, { modelMayAnswer }: Answering): string {
  const own = modelMayAnswer ? questionsOf(task) : {};
  const approvals = Object.entries(approvalsOf(task)).filter(([key]) => !Object.hasOwn(own, key));
  if (approvals.length === 0) return '';
  const others = toForOthersAlone(task);
  const hasPage = approvals.some(([, { page }]) => page !== undefined);
  const how = hasPage ? ' Show the link to the person who asked you for this.' : '';
  const toWait = (isOthers: boolean, what: string): string => {
    const some = approvals.filter(([key]) => Object.hasOwn(others, key) === isOthers);
    const list = toList(some.map(([key, { message }]) => [key, message]));
    return list === '' ? '' : `It waits for ${what} (${list}).`;
  };
  const waits = [
    toWait(true, 'an approval by somebody else than the person who asked you for this'),
    toWait(false, 'an answer'),
  ];
  return `${waits.filter(Boolean).join(' ')} A person gives it; it is not for you to decide.${how}`;
}
