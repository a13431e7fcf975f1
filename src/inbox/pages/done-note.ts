/** The note about the last action: sealed in the address of the next page, so that no link can claim an action. */
import type { Question } from '../../core/question/question.js';
import type { AnswerVerdict } from '../../core/question/verdict.js';
import { h, type Html } from '../html/html.js';

import type { InboxContext, InboxRequest } from './inbox-context.js';
import { toQuestionLine } from './question-view.js';

const NAME = 'done';
const ABOUT = 'done';
/** The button of a cancellation, whose note names no question. */
const CANCEL = 'cancel';

/** An answer that the visitor has sent. */
export interface AnsweredQuestion {
  readonly taskId: string;
  readonly question: Question;
  readonly verdict: AnswerVerdict;
}

type Doer = Pick<InboxRequest, 'caller' | 'session'>;

async function toQuery(
  { guard }: Pick<InboxContext, 'guard'>,
  { caller: { owner }, session }: Doer,
  texts: readonly string[],
): Promise<URLSearchParams> {
  const about = JSON.stringify([ABOUT, ...texts]);
  return new URLSearchParams({ [NAME]: await guard.seal({ session: session.id, owner, about }) });
}

/** The parameter of the next page's address after an answer. */
export async function toDoneQuery(
  context: Pick<InboxContext, 'guard'>,
  doer: Doer,
  { taskId, question, verdict }: AnsweredQuestion,
): Promise<URLSearchParams> {
  return toQuery(context, doer, [
    verdict.deed ?? '',
    toQuestionLine(question),
    taskId,
    question.key,
  ]);
}

/** The parameter of the next page's address after a cancellation. */
export async function toCancelledQuery(
  context: Pick<InboxContext, 'guard'>,
  doer: Doer,
): Promise<URLSearchParams> {
  return toQuery(context, doer, [CANCEL]);
}

/** Shows the note that the address has, if it is this session's. */
export async function showDone(
  { guard, paths }: Pick<InboxContext, 'guard' | 'paths'>,
  { url, caller: { owner }, session }: Pick<InboxRequest, 'url' | 'caller' | 'session'>,
): Promise<Html> {
  const done = url.searchParams.get(NAME);
  if (done === null) return undefined;
  const sealed = await guard.open(done, { session: session.id, owner });
  const [about, deed = '', line = '', taskId = '', key = ''] = toTexts(sealed?.about);
  if (about !== ABOUT) return undefined;
  if (deed === CANCEL) return showNote('The task was asked to stop.');
  return showNote(
    deed === 'answered' ? 'Your answer was sent.' : `You ${deed}:`,
    ' ',
    h('span', { dir: 'auto' }, line),
    ' ',
    h('a', { href: paths.question(taskId, key) }, 'See what happened'),
  );
}

function toTexts(about = '[]'): readonly string[] {
  const list: unknown = about.startsWith('[') ? JSON.parse(about) : [];
  return Array.isArray(list) ? list.map(String) : [];
}

function showNote(...text: Html[]): Html {
  return h('p', { class: 'note', role: 'status' }, text);
}
