/** The open questions of a task, as one list: who may answer each one, and where. */
import type { ClientTask, WorkflowState } from '../contract/contract.js';
import { type InputRequest, isForPeople } from '../contract/input-request.js';

import { type Audience, audienceOf } from './approvers.js';
import { toQuestionLink } from './inbox-link.js';
import type { InboxSettings } from './inbox-settings.js';

/** An open question as its Workflow asks it. */
export interface OpenQuestion extends InputRequest {
  /** Used once in the task's life. */
  readonly key: string;
  /** A client may answer by its own task. Absent: it may not. */
  readonly takesClientTask?: boolean | undefined;
  /** The client's own task whose result will be the answer. Absent: no such task. */
  readonly heldBy?: ClientTask | undefined;
  /** Number of answers without effect. Absent: none. */
  readonly lostAnswers?: number | undefined;
  /** Where it breaks the rules of MCP, in words, so that no client can be asked. Absent: nowhere. */
  readonly fault?: string | undefined;
}

/** An open question, with those who may answer it. */
export interface Question extends OpenQuestion {
  readonly audience: Audience;
  /**
   * People may answer outside the owner's clients, too: in the inbox, or through a program for approvers. Absent: only
   * clients can.
   */
  readonly isOpenElsewhere?: true | undefined;
  /** The question's page in the inbox. Absent: no page is known. */
  readonly page?: string | undefined;
  /** The owner has just dismissed it, or an answer had no effect: no client is asked, and the owner may still answer. */
  readonly isPutAside?: true | undefined;
}

/** Returns the open questions that a Workflow has published. */
export function questionsOfState({
  inputRequests = {},
  keepsClientTasks,
  clientTasks = {},
}: WorkflowState): OpenQuestion[] {
  return Object.entries(inputRequests).map(([key, request]) => {
    const heldBy = Object.hasOwn(clientTasks, key) ? clientTasks[key] : undefined;
    return {
      key,
      ...request,
      takesClientTask: keepsClientTasks === true ? true : undefined,
      heldBy,
    };
  });
}

export interface QuestionedTask {
  readonly taskId: string;
  readonly hasApprovers: boolean;
  readonly ownerMayAnswer: boolean;
  /** Absent: no inbox. */
  readonly inbox?: InboxSettings | undefined;
  /** Returns true if the owner has dismissed a question, which stays open. */
  readonly isDismissed: (key: string) => boolean;
}

/**
 * Decides who may answer each question, and where. A question that its owner has dismissed and that only clients can
 * answer is left out.
 */
export function addressQuestions(
  open: readonly OpenQuestion[],
  { taskId, hasApprovers, ownerMayAnswer, inbox, isDismissed }: QuestionedTask,
): Question[] {
  const hasInbox = inbox?.enabled === true;
  const inboxUrl = hasInbox ? inbox.url : undefined;
  return open.flatMap((question): Question[] => {
    const { key, lostAnswers } = question;
    const audience = audienceOf(question, ownerMayAnswer);
    const isOpenElsewhere = isForPeople(question) && (hasApprovers || hasInbox);
    const isPutAside = audience === 'owner' && (isDismissed(key) || lostAnswers !== undefined);
    if (isPutAside && !isOpenElsewhere && lostAnswers === undefined) return [];
    const page =
      isOpenElsewhere && inboxUrl !== undefined && toQuestionLink(inboxUrl, { taskId, key });
    return [
      {
        ...question,
        audience,
        isOpenElsewhere: isOpenElsewhere ? true : undefined,
        page: page !== false ? page : undefined,
        isPutAside: isPutAside ? true : undefined,
      },
    ];
  });
}

/** Returns true for a question that the owner's clients are asked now. */
export function isForClients({ audience, isPutAside, fault }: Question): boolean {
  return audience === 'owner' && !isPutAside && fault === undefined;
}

/** Returns true for a question that people answer outside the owner's clients, alone or as well. */
export function isAnsweredElsewhere(question: Question): boolean {
  if (question.isOpenElsewhere) return true;
  return question.fault === undefined && !isForClients(question);
}

/** Returns true for a question to people that only its Workflow's author can mend. Nobody answers for them. */
export function isUnaskable(question: OpenQuestion): boolean {
  return question.fault !== undefined && isForPeople(question);
}
