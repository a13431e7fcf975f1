/** The page of a visitor's last answers, with their effects. */
import { isTaskGone } from '../../core/errors.js';
import type { InboxRequest, InboxContext } from '../inbox-context.js';
import { findPast, type PastAsking } from '../inbox-questions.js';
import type { GivenAnswer } from '../session/answered-cookie.js';

import { h, type Html } from './html.js';
import { homeLink } from './message-pages.js';
import type { Page } from './page.js';
import { isCaller, toFullName } from './person-name.js';
import { showPhase } from './task-view.js';
import { showSince } from './time-view.js';

const WORDS: Readonly<Record<string, string>> = {
  accept: 'You answered',
  approve: 'You approved',
  reject: 'You rejected',
  decline: 'You declined',
};

function showEffect(past: PastAsking | undefined, visit: InboxRequest): Html {
  if (!past) return h('p', {}, 'The task is kept no longer, or you may not see it any more.');
  const { first, phase } = past;
  const by = first?.answeredBy;
  if (by && !isCaller(by, visit.caller)) {
    return h('p', { dir: 'auto' }, `${toFullName(by)} was quicker, and that answer counts.`);
  }
  if (!phase) return h('p', {}, 'It is not known any more whose answer counts.');
  const isCounted = first !== undefined;
  return h('p', {}, isCounted && 'Your answer counts. The task: ', showPhase(phase));
}

async function showLine(
  { questions, paths, toolTitle }: InboxContext,
  visit: InboxRequest,
  { taskId, key, text, word, seenAtMs, atMs }: GivenAnswer,
): Promise<Html> {
  const query = { taskId, key, seenAtMs };
  const past = await findPast(questions, query, visit.caller).catch((error: unknown) => {
    if (isTaskGone(error)) return undefined;
    throw error;
  });
  const said = Object.hasOwn(WORDS, word) ? WORDS[word] : WORDS['accept'];
  const when = showSince(new Date(atMs).toISOString());
  return h(
    'li',
    { class: 'card' },
    h(
      'p',
      { class: 'message', dir: 'auto' },
      past?.isOwn === true ? h('a', { href: paths.task(taskId) }, text) : text,
    ),
    showEffect(past, visit),
    h('p', { class: 'facts' }, past && `${toolTitle(past.toolName)} · `, said, ' ', when, ' ago'),
  );
}

export async function showAnswered(context: InboxContext, visit: InboxRequest): Promise<Page> {
  const given = await context.answered.read(visit);
  const lines = await Promise.all(given.map(async (answer) => showLine(context, visit, answer)));
  return {
    title: 'Answered by you',
    body: [
      h(
        'p',
        { class: 'nothing' },
        'The last answers that you have given in this browser: ten at most, of the last 30 days.',
      ),
      lines.length === 0 ? h('p', {}, 'There are none.') : h('ul', { class: 'cards' }, lines),
      homeLink(context.paths),
    ],
  };
}
