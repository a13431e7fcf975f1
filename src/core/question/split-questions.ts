/** Divides a task's open questions: those for its owner, and those for other people. */
import { joinSentences } from '../value/sentence.js';

import type { Approvers } from './approvers.js';
import { toQuestionLink } from './inbox-link.js';
import type { InboxSettings } from './inbox-settings.js';
import { type InputRequest, InputMethod } from './input-request.js';
import type { OpenInputRequest, OpenInputRequests } from './open-input-request.js';

/** Maximum number of pages in a status message. */
const MAX_PAGES = 3;

export interface SplitBy {
  readonly taskId: string;
  /** Approvers of the task's tool. Absent: no approvers. */
  readonly approvers?: Approvers | undefined;
  readonly ownerMayAnswer: boolean;
  /** Absent: no inbox. */
  readonly inbox?: InboxSettings | undefined;
  /** Returns true if the owner has dismissed a question, which stays open. */
  readonly isDismissed: (key: string) => boolean;
}

export interface SplitQuestions {
  /** For the owner. Absent: none. */
  readonly inputRequests?: OpenInputRequests;
  /**
   * Questions for approvers only, questions that the owner dismissed, and questions whose answer had no effect.
   * Absent: none.
   */
  readonly approvals?: OpenInputRequests;
}

/** Returns true for a question to people. Requests to a model concern only the owner's client. */
export function isForPeople({ method }: InputRequest): boolean {
  return method === InputMethod.elicit;
}

function orNothing(entries: readonly (readonly [string, OpenInputRequest])[]) {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Divides the open questions, and adds the inbox page to each that people can answer there. */
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
    // A dismissed request that only clients can answer is hidden for a while.
    else if (shown.elsewhere ?? shown.lostAnswers) {
      others.push([key, { ...shown, elsewhere: { ...shown.elsewhere, isPutAside: true } }]);
    }
  }
  const inputRequests = orNothing(own);
  const approvals = orNothing(others);
  return { ...(inputRequests && { inputRequests }), ...(approvals && { approvals }) };
}

/** Returns the questions that the owner may answer now, dismissed ones included. */
export function toAnswerable({
  inputRequests = {},
  approvals = {},
}: SplitQuestions): OpenInputRequests {
  const putAside = Object.entries(approvals).filter(([, { elsewhere }]) => elsewhere?.isPutAside);
  return { ...inputRequests, ...Object.fromEntries(putAside) };
}

/** Returns the questions that only approvers may answer. */
export function toForOthersAlone({ approvals = {} }: SplitQuestions): OpenInputRequests {
  const waiting = Object.entries(approvals).filter(([, { elsewhere }]) => !elsewhere?.isPutAside);
  return Object.fromEntries(waiting);
}

/** @param how The text before the links to pages. */
function describeWait(requests: OpenInputRequests, what: string, how: string): readonly string[] {
  const all = Object.values(requests);
  if (all.length === 0) return [];
  const pages = all.flatMap(({ elsewhere }) => elsewhere?.page ?? []).slice(0, MAX_PAGES);
  // Spaces surround the link, since programs that find links include adjacent characters.
  return [pages.length === 0 ? what : `${what}, ${how} ${pages.join(' and ')} in a browser`];
}

/** The status text about questions that people can answer outside the client; `undefined` if there are none. */
function describeApprovals(split: SplitQuestions): string | undefined {
  const own = Object.entries(toAnswerable(split)).filter(([, { elsewhere }]) => elsewhere);
  const notes = [
    ...describeWait(
      toForOthersAlone(split),
      'Waiting for an approval by somebody else',
      'to be given at',
    ),
    // The client that shows this text may be unable to answer.
    ...describeWait(Object.fromEntries(own), 'Waiting for an answer', 'which you can give at'),
  ];
  return notes.length === 0 ? undefined : notes.join('. ');
}

export function withApprovals(
  message: string | undefined,
  split: SplitQuestions,
): string | undefined {
  return joinSentences([message, describeApprovals(split)]);
}

/** Removes the text about approvals from a status message, for the page where people give them. */
export function withoutApprovals(
  message: string | undefined,
  split: SplitQuestions,
): string | undefined {
  const note = describeApprovals(split);
  if (note === undefined || message?.endsWith(note) !== true) return message;
  const rest = message.slice(0, -note.length).trimEnd();
  return rest === '' ? undefined : rest;
}
