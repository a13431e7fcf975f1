/** Decides several questions of one form together: a page lists them first, and each answer has an outcome of its own. */
import { isTaskGone } from '../../core/errors.js';
import type { Decision } from '../../core/question/decision.js';
import { toQuestionVersion } from '../../core/question/question-version.js';
import type { AnswerVerdict } from '../../core/question/verdict.js';
import { countOf } from '../../core/value/number-words.js';
import { isCut, showArguments } from '../components/fields.js';
import { h, type Html } from '../html/html.js';
import { LIST } from '../html/inbox-paths.js';
import type { Page } from '../html/page.js';
import { toFullName } from '../html/person-name.js';
import { answerQuestion, type Asked } from '../pages/answer-question.js';
import { showEnding, showVerdict } from '../pages/decision-view.js';
import type { InboxContext, InboxRequest } from '../pages/inbox-context.js';
import { answerableQuestions, findDecided } from '../pages/inbox-questions.js';
import { messagePage, textOfError } from '../pages/message-pages.js';
import { showDecision, toQuestionLine, toQuestionText } from '../pages/question-view.js';
import { findAskingOrNone } from '../pages/show-one-question.js';

import { canBeTicked, isWord, toDecision, toFormDigest, type Word } from './decision.js';
import { parseView } from './queue-view.js';
import { PAGE_SIZE, type QueueItem } from './queue.js';
import { readList } from './show-waiting.js';

const ABOUT = 'together';
/** Tasks that are read or answered at the same time. */
const AT_ONCE = 4;
const CHANGED = 'The question has changed. Open it, and decide again.';
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
  | { readonly kind: 'done'; readonly verdict: AnswerVerdict }
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

const NONE_OPEN =
  'No question was selected that is still open. Select the questions in the list first.';

/** Returns the reason why questions cannot be decided together. */
async function findObstacle(items: readonly QueueItem[], word: Word): Promise<string | undefined> {
  if (items.length === 0) {
    return NONE_OPEN;
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

/** Does the same with each item, a few at a time. @returns The results, in the order of the items. */
async function mapFew<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const workOn = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
  return results;
}

/** Looks at a question of the list. @returns `undefined` if it is no longer open, or is another one. */
async function lookAt(
  context: InboxContext,
  visit: InboxRequest,
  { task: { taskId }, question: { key }, question: inList }: QueueItem,
): Promise<Asked | undefined> {
  const task = await findAskingOrNone(context, visit, taskId);
  const question = task && answerableQuestions(task).find((each) => each.key === key);
  if (!question) return undefined;
  const [now, then] = await Promise.all([question, inList].map(toQuestionVersion));
  return now === then ? { task, question } : undefined;
}

/** Shows all that is decided: the whole text, who has called, and the arguments if the tool shows them. */
function showAsked({ task, question }: Asked, { hasSeveralIssuers }: InboxContext): Html {
  const { calledBy, workflowArguments } = task;
  return h(
    'li',
    { class: 'card' },
    h('p', { class: 'message', dir: 'auto' }, toQuestionText(question)),
    calledBy &&
      h(
        'p',
        { class: 'facts', dir: 'auto' },
        `Called by ${toFullName(calledBy, hasSeveralIssuers)}`,
      ),
    workflowArguments && showArguments(h, workflowArguments),
  );
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
  // The list has no arguments of tasks, which a person sees before they answer one question.
  const looks = await mapFew(items, async (item) => lookAt(context, visit, item));
  const asked = looks.filter((look) => look !== undefined);
  if (asked.length === 0) return refuse(context, visit, NONE_OPEN);
  if (asked.some(({ task }) => isCut(task.workflowArguments))) {
    const text =
      'A task of these was called with more than this page can show. Open its question alone.';
    return refuse(context, visit, text);
  }
  const listed = await Promise.all(
    asked.map(async ({ task: { taskId }, question }): Promise<Listed> => {
      const version = await toQuestionVersion(question);
      return { taskId, key: question.key, version, line: toQuestionLine(question) };
    }),
  );
  const about = JSON.stringify([ABOUT, { word, listed }]);
  const token = await context.guard.seal({ session: session.id, owner: caller.owner, about });
  const gone = picked.size - asked.length;
  const [first] = asked;
  const list = url.searchParams.get(LIST) ?? '';
  return {
    title: `${BUTTONS[word]} ${countOf(asked.length, 'question')}?`,
    body: [
      h('p', { class: 'message', dir: 'auto' }, first && context.toolTitle(first.task.toolName)),
      first && showDecision(first.question),
      gone > 0 &&
        h(
          'p',
          { class: 'problem' },
          `${countOf(gone, 'question')} of your selection can no longer be found.`,
        ),
      h(
        'ol',
        { id: 'listed' },
        asked.map((one) => showAsked(one, context)),
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
            `${BUTTONS[word]} ${asked.length}`,
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
  try {
    const answered = await answerQuestion(context, visit, listed, (question) => {
      const response = toDecision(question, word);
      return response ? { response } : { refusal: CHANGED };
    });
    switch (answered.kind) {
      case 'sent':
        return { kind: 'done', verdict: answered.verdict };
      case 'changed':
      case 'refused':
      case 'forModels':
        return { kind: 'failed', text: CHANGED };
      case 'forOthers':
        return { kind: 'failed', text: 'Somebody else has to answer it.' };
      case 'failed':
        return { kind: 'failed', text: textOfError(answered.error) };
      case 'closed': {
        const { decision } = await findDecided(context, visit.caller, listed);
        return { kind: 'tooLate', decision };
      }
    }
  } catch (error) {
    return isTaskGone(error) ? { kind: 'tooLate' } : { kind: 'failed', text: textOfError(error) };
  }
}

function showOutcome(
  outcome: Outcome,
  { context, visit }: { readonly context: InboxContext; readonly visit: InboxRequest },
): Html {
  const { hasSeveralIssuers } = context;
  switch (outcome.kind) {
    case 'done':
      return showVerdict(outcome.verdict);
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
  const outcomes = await mapFew(listed, async (one) =>
    decide(context, visit, { listed: one, word }),
  );
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
            outcome && showOutcome(outcome, { context, visit }),
          );
        }),
      ),
      h('p', {}, h('a', { href: backTo(context, visit) }, 'Back to the list')),
    ],
  };
}
