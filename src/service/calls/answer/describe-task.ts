import type { InputRequest } from '../../../core/contract/input-request.js';
import { mayAnswer } from '../../../core/question/approvers.js';
import { describeUntil } from '../../../core/question/deadline.js';
import { describeAllUnaskable, withoutQuestionNote } from '../../../core/question/question-note.js';
import {
  isAnsweredElsewhere,
  isUnaskable,
  type Question,
} from '../../../core/question/question.js';
import type { Protocol } from '../../../core/task/protocol.js';
import type { Task } from '../../../core/task/task.js';
import { quote, quoteName } from '../../../core/value/quote.js';
import { joinSentences, toSentence } from '../../../core/value/sentence.js';

export interface TaskFacts {
  readonly taskId: string;
  readonly tool: string;
  readonly status: string;
  readonly statusMessage?: string | undefined;
  readonly progress?:
    { readonly progress: number; readonly total?: number | undefined } | undefined;
  readonly createdAt: string;
  /** Open questions by key. Absent: none. */
  readonly questions?: Readonly<Record<string, string>> | undefined;
  /** Questions that can be answered elsewhere, or only by other people, by key. Absent: none. */
  readonly approvals?: Readonly<Record<string, ApprovalFacts>> | undefined;
}

interface Answering {
  readonly modelMayAnswer: boolean;
}

/** A question that people answer outside the client. */
export interface ApprovalFacts {
  readonly message: string;
  /** The page for the answer. Absent if none is known. */
  readonly page?: string | undefined;
  /** Until when an answer counts, ISO 8601. Absent: no deadline is known. */
  readonly answerBy?: string | undefined;
}

export function messageOf({ method, params }: InputRequest): string {
  return typeof params['message'] === 'string' ? params['message'] : method;
}

/** Returns the questions that the task's owner may answer. */
function ownQuestions({ questions }: Task): readonly Question[] {
  return questions.filter((question) => mayAnswer(question, 'owner'));
}

/** The status message without the server's sentences for people. Models get other words for questions. */
function statusOf({ questions, statusMessage }: Task): string | undefined {
  return withoutQuestionNote(statusMessage, questions);
}

function toApprovalFacts(question: Question): ApprovalFacts {
  const { page, answerBy } = question;
  return { message: messageOf(question), page, answerBy };
}

export function toTaskFacts(task: Task, protocol: Protocol, answering: Answering): TaskFacts {
  const { taskId, toolName, progress, createdAt } = task;
  const statusMessage = joinSentences([
    statusOf(task),
    describeAllUnaskable(task.questions),
    describeWaits(task, answering),
  ]);
  const questions = ownQuestions(task);
  const approvals = task.questions.filter(isAnsweredElsewhere);
  return {
    taskId,
    tool: toolName,
    status: protocol.toStatus(task),
    statusMessage,
    progress: progress && { progress: progress.progress, total: progress.total },
    createdAt,
    questions:
      questions.length > 0
        ? Object.fromEntries(questions.map((question) => [question.key, messageOf(question)]))
        : undefined,
    approvals:
      approvals.length > 0
        ? Object.fromEntries(approvals.map((question) => [question.key, toApprovalFacts(question)]))
        : undefined,
  };
}

/** Describes a task's status and progress as sentences; empty if the task has neither. */
export function describeProgress(task: Task): string {
  const { progress } = task;
  const words = statusOf(task);
  const note = describeAllUnaskable(task.questions);
  const status = [
    ...(words === undefined ? [] : [`Status: ${quote(words)}.`]),
    ...(note === undefined ? [] : [toSentence(note)]),
  ];
  if (!progress) return status.join(' ');
  const { progress: done, total, message } = progress;
  const amount = total === undefined ? String(done) : `${done} of ${total}`;
  return [
    ...status,
    `Progress: ${amount}${message === undefined ? '' : ` (${quote(message)})`}.`,
  ].join(' ');
}

function toList(questions: readonly Question[]): string {
  return questions
    .map((question) => {
      const { key, answerBy, page } = question;
      const until = answerBy === undefined ? '' : ` (${describeUntil(answerBy)})`;
      // Spaces surround the link, since programs that find links include adjacent characters.
      const where = page === undefined ? '' : `, at ${page} in a browser`;
      return `${quoteName(key)}: ${quote(messageOf(question))}${until}${where}`;
    })
    .join('; ');
}

/**
 * Lists the questions that the client can answer, or its model if the tool lets it. Empty if people answer all of them
 * elsewhere.
 */
export function listQuestions(task: Task, { modelMayAnswer }: Answering): string {
  return toList(
    ownQuestions(task).filter((question) => modelMayAnswer || !isAnsweredElsewhere(question)),
  );
}

function approvalsOf({ questions }: Task, { modelMayAnswer }: Answering): readonly Question[] {
  return questions.filter(
    (question) =>
      isAnsweredElsewhere(question) &&
      !isUnaskable(question) &&
      !(modelMayAnswer && mayAnswer(question, 'owner')),
  );
}

/** Says to a model for whose answers a task waits, elsewhere than in its client. Empty if there are none. */
function describeWaits(task: Task, answering: Answering): string {
  const approvals = approvalsOf(task, answering);
  const own = approvals.filter(({ audience }) => audience === 'owner');
  // Another note says why answers were lost.
  const isClosed = own.some(
    (question) => question.isPutAside && question.lostAnswers === undefined,
  );
  const toWait = (questions: readonly Question[], what: string): string[] =>
    questions.length === 0 ? [] : [`${what}: ${toList(questions)}.`];
  return [
    ...toWait(
      approvals.filter(({ audience }) => audience === 'others'),
      'It waits for an approval by somebody other than the user',
    ),
    ...toWait(
      own,
      `${isClosed ? 'The form was closed without an answer, so it' : 'It'} waits for an answer of the user`,
    ),
  ].join(' ');
}

/** {@link describeWaits}, and what the model can do. It is to tell the user before a wait, which may be long. */
export function describeApprovals(task: Task, answering: Answering): string {
  const waits = describeWaits(task, answering);
  if (waits === '') return '';
  const hasPage = approvalsOf(task, answering).some(({ page }) => page !== undefined);
  const tell = `Tell the user${hasPage ? ', with the link,' : ''} before you call a tool again.`;
  return `${waits} A person has to give it; you can't answer for them. ${tell}`;
}
