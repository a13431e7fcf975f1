/** Decides several questions of one form together: a page lists them first, and each answer has an outcome of its own. */
import { isTaskGone } from '../../core/errors.js';
import type { Decision } from '../../core/question/decision.js';
import { countOf } from '../../core/value/number-words.js';
import { h, type Html } from '../html/html.js';
import { LIST } from '../html/inbox-paths.js';
import type { Page } from '../html/page.js';
import { showEnding } from '../pages/decision-view.js';
import { type InboxContext, type InboxRequest, toQuestionVersion } from '../pages/inbox-context.js';
import { answerableQuestions, findDecided } from '../pages/inbox-questions.js';
import { messagePage, textOfError } from '../pages/message-pages.js';
import { toQuestionLine } from '../pages/question-view.js';
import { findAskingOrNone } from '../pages/show-one-question.js';

import { canBeTicked, isWord, toDecision, toFormDigest, type Word } from './decision.js';
import { parseView } from './queue-view.js';
import { PAGE_SIZE, type QueueItem } from './queue.js';
import { readList } from './show-waiting.js';

const ABOUT = 'together';
/** Answers that are sent at the same time. */
const AT_ONCE = 4;
/** Time for which an answer waits until its Workflow has taken it, in milliseconds. */
const TAKEN_MS = 1_000;

const BUTTONS: Readonly<Record<Word, string>> = {
  approve: 'Approve',
  reject: 'Reject',
  decline: 'Decline',
};
const DONE: Readonly<Record<Word, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  decline: 'Declined',
};

/** A question as the page has listed it. */
interface Listed {
  readonly taskId: string;
  readonly key: string;
  readonly version: string;
  readonly line: string;
}

interface Together {
  readonly word: Word;
  readonly listed: readonly Listed[];
}

type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'tooLate'; readonly decision?: Decision | undefined }
  | { readonly kind: 'failed'; readonly text: string };

function backTo({ paths }: InboxContext, { url }: InboxRequest): string {
  const list = url.searchParams.get(LIST) ?? '';
  return list === '' ? paths.home() : `${paths.home()}?${list}`;
}

function refuse(context: InboxContext, visit: InboxRequest, text: string): Page {
  const link = h('a', { href: backTo(context, visit) }, 'Back to the list');
  const title = 'Nothing was sent';
  return messagePage({ status: 422, title, text }, h('p', {}, link));
}

/** Returns the reason why questions cannot be decided together. */
async function findObstacle(items: readonly QueueItem[], word: Word): Promise<string | undefined> {
  if (items.length === 0) {
    return 'No question was selected that is still open. Select the questions in the list first.';
  }
  if (items.length > PAGE_SIZE) return `At most ${PAGE_SIZE} questions can be decided together.`;
  const digests = await Promise.all(items.map(async ({ question }) => toFormDigest(question)));
  const kinds = new Set(items.map(({ toolName }, index) => `${digests[index] ?? ''} ${toolName}`));
  if (kinds.size > 1) {
    return 'Only questions of one tool with the same form can be decided together. Select fewer.';
  }
  const isDecided = items.every(
    ({ question }) => canBeTicked(question) && toDecision(question, word) !== undefined,
  );
  return isDecided ? undefined : 'These questions need more than a decision. Open each of them.';
}

/** Takes the form of the list, or of the page that this shows. */
export async function decideTogether(context: InboxContext, visit: InboxRequest): Promise<Page> {
  const { form, caller, session } = visit;
  const token = form.get('token');
  if (token === null) return confirm(context, visit);
  const sealed = await context.guard.open(token, { session: session.id, owner: caller.owner });
  const together = parseTogether(sealed?.about);
  if (!together) {
    return refuse(context, visit, 'This page was out of date. Select the questions again.');
  }
  return send(context, visit, together);
}

function parseTogether(about = ''): Together | undefined {
  // This server has sealed it, so its shape needs no check.
  return about.startsWith(`["${ABOUT}",`)
    ? (JSON.parse(about) as [string, Together])[1]
    : undefined;
}

/** Lists the selected questions, and asks for confirmation. */
async function confirm(context: InboxContext, visit: InboxRequest): Promise<Page> {
  const { form, caller, session, url } = visit;
  const word = form.get('action');
  if (!isWord(word)) return refuse(context, visit, 'This page has no such button.');
  const picked = new Set(form.getAll('pick'));
  const queue = await readList(
    context,
    visit,
    parseView(new URLSearchParams(url.searchParams.get(LIST) ?? '')),
  );
  const items = queue?.items.filter(({ id }) => picked.has(id)) ?? [];
  const obstacle = await findObstacle(items, word);
  if (obstacle !== undefined) return refuse(context, visit, obstacle);
  const listed = await Promise.all(
    items.map(async ({ task: { taskId }, question }): Promise<Listed> => {
      const version = await toQuestionVersion(question);
      return { taskId, key: question.key, version, line: toQuestionLine(question) };
    }),
  );
  const about = JSON.stringify([ABOUT, { word, listed }]);
  const token = await context.guard.seal({ session: session.id, owner: caller.owner, about });
  const gone = picked.size - items.length;
  const [first] = items;
  const list = url.searchParams.get(LIST) ?? '';
  return {
    title: `${BUTTONS[word]} ${countOf(items.length, 'question')}?`,
    body: [
      h('p', { class: 'message', dir: 'auto' }, first && context.toolTitle(first.toolName)),
      gone > 0 &&
        h(
          'p',
          { class: 'problem' },
          `${countOf(gone, 'question')} of your selection can no longer be found.`,
        ),
      h(
        'ol',
        { id: 'listed' },
        listed.map(({ line }) => h('li', { dir: 'auto' }, line)),
      ),
      h(
        'form',
        {
          method: 'post',
          action: `${context.paths.decide}?${new URLSearchParams({ [LIST]: list }).toString()}`,
        },
        h('input', { type: 'hidden', name: 'token', value: token }),
        h(
          'div',
          { class: 'buttons' },
          h(
            'button',
            { type: 'submit', class: word === 'approve' ? 'primary' : 'danger' },
            `${BUTTONS[word]} ${items.length}`,
          ),
          h('a', { class: 'button secondary', href: backTo(context, visit) }, 'Back to the list'),
        ),
      ),
    ],
  };
}

/** Sends one answer, as if its question were open alone. */
async function decide(
  context: InboxContext,
  visit: InboxRequest,
  { listed, word }: { readonly listed: Listed; readonly word: Word },
): Promise<Outcome> {
  const { taskId, key, version } = listed;
  const late = async (): Promise<Outcome> => {
    const { decision } = await findDecided(context, visit.caller, { taskId, key });
    return { kind: 'tooLate', decision };
  };
  try {
    const task = await findAskingOrNone(context, visit, taskId);
    const question = task && answerableQuestions(task).find((each) => each.key === key);
    if (!question) return await late();
    const response = toDecision(question, word);
    if (!response || (await toQuestionVersion(question)) !== version) {
      return { kind: 'failed', text: 'The question has changed. Open it, and decide again.' };
    }
    const options = {
      asked: task.shown,
      untilTakenMs: TAKEN_MS,
      answeredIn: { kind: 'inbox' },
    } as const;
    const answers = { [key]: response };
    const { tooLate, forOthers } = await context.tasks.answer(task.by, taskId, answers, options);
    if (forOthers?.includes(key))
      return { kind: 'failed', text: 'Somebody else has to answer it.' };
    return tooLate.includes(key) ? await late() : { kind: 'done' };
  } catch (error) {
    return isTaskGone(error) ? { kind: 'tooLate' } : { kind: 'failed', text: textOfError(error) };
  }
}

function showOutcome(
  outcome: Outcome,
  word: Word,
  { context, visit }: { readonly context: InboxContext; readonly visit: InboxRequest },
): Html {
  const { hasSeveralIssuers } = context;
  switch (outcome.kind) {
    case 'done':
      return h('span', { class: 'badge good' }, DONE[word]);
    case 'failed':
      return [h('span', { class: 'badge bad' }, 'Not sent'), ' ', outcome.text];
    case 'tooLate': {
      const { decision } = outcome;
      const text = decision
        ? showEnding(decision, { caller: visit.caller, hasSeveralIssuers })
        : 'It was answered or withdrawn before.';
      return [h('span', { class: 'badge over' }, 'Too late'), ' ', text];
    }
  }
}

/** Sends all answers, a few at a time, and shows what became of each. */
async function send(
  context: InboxContext,
  visit: InboxRequest,
  { word, listed }: Together,
): Promise<Page> {
  const outcomes: Outcome[] = [];
  const left = listed.entries();
  const sendOn = async (): Promise<void> => {
    for (const [index, one] of left) {
      outcomes[index] = await decide(context, visit, { listed: one, word });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  const done = outcomes.filter(({ kind }) => kind === 'done').length;
  return {
    title: `${DONE[word]}: ${done} of ${listed.length}`,
    body: [
      h(
        'ol',
        { id: 'outcomes', class: 'outcomes' },
        listed.map(({ line, taskId, key }, index) => {
          const outcome = outcomes[index];
          return h(
            'li',
            {},
            h('a', { href: context.paths.question(taskId, key), dir: 'auto' }, line),
            ' ',
            outcome && showOutcome(outcome, word, { context, visit }),
          );
        }),
      ),
      h('p', {}, h('a', { href: backTo(context, visit) }, 'Back to the list')),
    ],
  };
}
