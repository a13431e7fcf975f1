import type { InputRequest } from '../../../core/contract/input-request.js';
import { type Audience, mayAnswer } from '../../../core/question/approvers.js';
import { describeDeadline, describeUntil } from '../../../core/question/deadline.js';
import { describeElsewhere, withoutQuestionNote } from '../../../core/question/question-note.js';
import { isAnsweredElsewhere, type Question } from '../../../core/question/question.js';
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

interface StatusParts {
  /** Mostly of the Workflow. */
  readonly words: string | undefined;
  /** The server's sentence about places for answers. */
  readonly note: string | undefined;
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

/**
 * Returns the status message for a model in two parts. If the model may answer, the server's part omits other places
 * for the owner's answers.
 */
function splitStatus(task: Task, { modelMayAnswer }: Answering): StatusParts {
  const { questions, statusMessage } = task;
  const forOthers = questions.filter((question) => !mayAnswer(question, 'owner'));
  return {
    words: withoutQuestionNote(statusMessage, questions),
    note: describeElsewhere(modelMayAnswer ? forOthers : questions),
  };
}

function toApprovalFacts(question: Question): ApprovalFacts {
  const { page, answerBy } = question;
  return { message: messageOf(question), page, answerBy };
}

export function toTaskFacts(task: Task, protocol: Protocol, answering: Answering): TaskFacts {
  const { taskId, toolName, progress, createdAt } = task;
  const { words, note } = splitStatus(task, answering);
  const statusMessage = joinSentences([words, note, describeDeadline(task.questions)]);
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
export function describeProgress(task: Task, answering: Answering): string {
  const { progress } = task;
  const { words, note } = splitStatus(task, answering);
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
      const { key, answerBy } = question;
      const until = answerBy === undefined ? '' : ` (${describeUntil(answerBy)})`;
      return `${quoteName(key)}: ${quote(messageOf(question))}${until}`;
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

/**
 * Describes questions that people answer elsewhere; empty if there are none. The status message has the page's address.
 */
export function describeApprovals({ questions }: Task, { modelMayAnswer }: Answering): string {
  const approvals = questions.filter(
    (question) =>
      isAnsweredElsewhere(question) && !(modelMayAnswer && mayAnswer(question, 'owner')),
  );
  if (approvals.length === 0) return '';
  const hasPage = approvals.some(({ page }) => page !== undefined);
  const how = hasPage ? ' Show the link to the user.' : '';
  const toWait = (audience: Audience, what: string): string => {
    const list = toList(approvals.filter((question) => question.audience === audience));
    return list === '' ? '' : `It waits for ${what} (${list}).`;
  };
  const waits = [
    toWait('others', 'an approval by somebody other than the user'),
    toWait('owner', 'an answer'),
  ];
  return `${waits.filter(Boolean).join(' ')} A person has to give it; you can't answer for them.${how}`;
}
