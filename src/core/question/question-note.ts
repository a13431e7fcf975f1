/** The part of a status message that says where people can answer, and until when. */
import { quote } from '../value/quote.js';
import { joinSentences } from '../value/sentence.js';

import { describeDeadline } from './deadline.js';
import { isAnsweredElsewhere, isUnaskable, type Question } from './question.js';

/** Maximum number of pages in a status message. */
const MAX_PAGES = 3;

/** @param how The text before the links to pages. */
function describeWait(
  questions: readonly Question[],
  what: string,
  how: string,
): readonly string[] {
  if (questions.length === 0) return [];
  const pages = questions.flatMap(({ page }) => page ?? []).slice(0, MAX_PAGES);
  // Spaces surround the link, since programs that find links include adjacent characters.
  return [pages.length === 0 ? what : `${what}, ${how} ${pages.join(' and ')} in a browser`];
}

function describeUnaskable({ params: { message }, fault = '', page }: Question): string {
  const title = typeof message === 'string' && message !== '' ? ` ${quote(message)}` : '';
  const declining = page === undefined ? '' : `, or it is declined at ${page} in a browser`;
  return `The workflow asks a question${title} that MCP does not allow (${fault}), so nobody sees it: its author has to correct it${declining}`;
}

/** Says which questions nobody can answer. `undefined`: none. */
export function describeAllUnaskable(questions: readonly Question[]): string | undefined {
  const sentences = questions.filter(isUnaskable).slice(0, MAX_PAGES).map(describeUnaskable);
  return joinSentences(sentences);
}

/** Says to people where they can answer. `undefined` if clients can be asked all questions. */
function describeElsewhere(questions: readonly Question[]): string | undefined {
  const elsewhere = questions.filter(
    (question) => isAnsweredElsewhere(question) && !isUnaskable(question),
  );
  const own = elsewhere.filter(({ audience }) => audience === 'owner');
  // Another note says why answers were lost.
  const closed = own.filter(
    (question) => question.isPutAside && question.lostAnswers === undefined,
  );
  const notes = [
    ...describeWait(
      elsewhere.filter(({ audience }) => audience === 'others'),
      'Waiting for an approval by somebody else',
      'to be given at',
    ),
    // The client that shows this text may be unable to answer.
    ...describeWait(
      own.filter((question) => !closed.includes(question)),
      'Waiting for an answer',
      'which you can give at',
    ),
    ...describeWait(
      closed,
      'The form was closed without an answer, so the question stays open',
      'to be answered at',
    ),
  ];
  return notes.length === 0 ? undefined : notes.join('. ');
}

/** The server's part of a status message: where people can answer, and until when. */
function toNote(questions: readonly Question[]): string | undefined {
  return joinSentences([
    describeAllUnaskable(questions),
    describeElsewhere(questions),
    describeDeadline(questions),
  ]);
}

export function withQuestionNote(
  message: string | undefined,
  questions: readonly Question[],
): string | undefined {
  return joinSentences([message, toNote(questions)]);
}

/** Removes the note from a status message, for the page where people answer. */
export function withoutQuestionNote(
  message: string | undefined,
  questions: readonly Question[],
): string | undefined {
  const note = toNote(questions);
  if (note === undefined || message?.endsWith(note) !== true) return message;
  const rest = message.slice(0, -note.length).trimEnd();
  return rest === '' ? undefined : rest;
}
