/** Which of a task's open questions its owner may answer, and which wait for somebody else. */
import { joinSentences } from '../value/sentence.js';

import type { Approvers } from './approvers.js';
import { toQuestionLink } from './inbox-link.js';
import type { InboxSettings } from './inbox-settings.js';
import { type InputRequest, InputMethod } from './input-request.js';
import type { OpenInputRequest, OpenInputRequests } from './open-input-request.js';

/** A status message names so many pages. */
const MAX_PAGES = 3;

/** What decides. */
export interface SplitBy {
  readonly taskId: string;
  /** Those of the task's tool. Absent: there are none. */
  readonly approvers?: Approvers | undefined;
  /** Whether the owner may answer. */
  readonly ownerMayAnswer: boolean;
  /** Absent: there is none. */
  readonly inbox?: InboxSettings | undefined;
  /** Whether the owner has put a question aside, which decides nothing. */
  readonly isDismissed: (key: string) => boolean;
}

/** Open questions by whom they wait for. */
export interface SplitQuestions {
  /** What the owner may answer. Absent: nothing. */
  readonly inputRequests?: OpenInputRequests;
  /**
   * What waits for somebody else alone, was put aside by the owner, or has got an answer that changed nothing. Absent:
   * nothing.
   */
  readonly approvals?: OpenInputRequests;
}

/** Whether a question is one for people: a model's client is nobody else's. */
export function isForPeople({ method }: InputRequest): boolean {
  return method === InputMethod.elicit;
}

function orNothing(entries: readonly (readonly [string, OpenInputRequest])[]) {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Splits what is open, and says of each question whether it can be answered elsewhere than in a client. */
export function splitQuestions(
  open: OpenInputRequests | undefined,
  { taskId, approvers, ownerMayAnswer, inbox, isDismissed }: SplitBy,
): SplitQuestions {
  const hasInbox = inbox?.enabled === true;
  const hasElsewhere = approvers !== undefined || hasInbox;
  const own: (readonly [string, OpenInputRequest])[] = [];
  const others: (readonly [string, OpenInputRequest])[] = [];
  for (const [key, request] of Object.entries(open ?? {})) {
    const isPeoples = isForPeople(request);
    const url = hasInbox ? inbox.url : undefined;
    const elsewhere = url === undefined ? {} : { page: toQuestionLink(url, { taskId, key }) };
    const shown = isPeoples && hasElsewhere ? { ...request, elsewhere } : request;
    if (isPeoples && !ownerMayAnswer) others.push([key, shown]);
    else if (!isDismissed(key) && !shown.lostAnswers) own.push([key, shown]);
    // What only clients can be asked is left out for a while.
    else if (shown.elsewhere ?? shown.lostAnswers) {
      others.push([key, { ...shown, elsewhere: { ...shown.elsewhere, isPutAside: true } }]);
    }
  }
  const inputRequests = orNothing(own);
  const approvals = orNothing(others);
  return { ...(inputRequests && { inputRequests }), ...(approvals && { approvals }) };
}

/** What the owner may answer now: also what they have put aside. */
export function toAnswerable({
  inputRequests = {},
  approvals = {},
}: SplitQuestions): OpenInputRequests {
  const putAside = Object.entries(approvals).filter(([, { elsewhere }]) => elsewhere?.isPutAside);
  return { ...inputRequests, ...Object.fromEntries(putAside) };
}

/** What waits for somebody else alone: the owner has no say in it. */
export function toForOthersAlone({ approvals = {} }: SplitQuestions): OpenInputRequests {
  const waiting = Object.entries(approvals).filter(([, { elsewhere }]) => !elsewhere?.isPutAside);
  return Object.fromEntries(waiting);
}

/** @param how What comes before the pages, where there are any. */
function describeWait(requests: OpenInputRequests, what: string, how: string): readonly string[] {
  const all = Object.values(requests);
  if (all.length === 0) return [];
  const pages = all.flatMap(({ elsewhere }) => elsewhere?.page ?? []).slice(0, MAX_PAGES);
  // The link has blanks around it: programs that find links take what follows for a part of it.
  return [pages.length === 0 ? what : `${what}, ${how} ${pages.join(' and ')} in a browser`];
}

/** What a status says of questions that can be answered elsewhere; nothing where there are none. */
export function describeApprovals(split: SplitQuestions): string | undefined {
  const own = Object.entries(toAnswerable(split)).filter(([, { elsewhere }]) => elsewhere);
  const notes = [
    ...describeWait(
      toForOthersAlone(split),
      'Waiting for an approval by somebody else',
      'to be given at',
    ),
    // The owner may be able to answer in the client that shows this, or not.
    ...describeWait(Object.fromEntries(own), 'Waiting for an answer', 'which you can give at'),
  ];
  return notes.length === 0 ? undefined : notes.join('. ');
}

/** A status message with what is to be said of approvals. */
export function withApprovals(
  message: string | undefined,
  split: SplitQuestions,
): string | undefined {
  return joinSentences([message, describeApprovals(split)]);
}

/** The rest of such a message: what is said to people who are where approvals are given. */
export function withoutApprovals(
  message: string | undefined,
  split: SplitQuestions,
): string | undefined {
  const note = describeApprovals(split);
  if (note === undefined || message?.endsWith(note) !== true) return message;
  const rest = message.slice(0, -note.length).trimEnd();
  return rest === '' ? undefined : rest;
}
