/** The questions of the list as rows, in groups. */
import type { ShownPrincipal } from '../../core/person/shown-principal.js';
import { countOf } from '../../core/value/number-words.js';
import { toFormFields } from '../forms/form-fields.js';
import { h, type Html } from '../html/html.js';
import { LIST } from '../html/inbox-paths.js';
import { toShortName } from '../html/person-name.js';
import { showSince, showUntil } from '../html/time-view.js';
import type { InboxContext } from '../pages/inbox-context.js';
import { formSchema, isAnswerable, toQuestionLine } from '../pages/question-view.js';

import { canBeTicked } from './decision.js';
import { type Group, type QueueItem, toGroups } from './queue.js';

/** A deadline nearer than this is shown in red, in milliseconds. */
const NEAR_MS = 10 * 60_000;

export interface RowOptions extends Pick<InboxContext, 'paths' | 'toolTitle'> {
  /** The list, as a query of its address. */
  readonly list: string;
  readonly nowMs: number;
}

const TITLES: Readonly<Record<'dueSoon' | 'due', string>> = {
  dueSoon: 'Due within the hour',
  due: 'With a deadline',
};

function toAsker(person: ShownPrincipal | undefined): string {
  return person ? `asked by ${toShortName(person)}` : 'asked by your task';
}

/** What the question needs, if it is more than a decision. */
function toNeeds({ question }: QueueItem): string | undefined {
  if (!isAnswerable(question)) return undefined;
  const count = toFormFields(formSchema(question)).length;
  return count > 1 || (count === 1 && !canBeTicked(question))
    ? `needs ${countOf(count, 'field')}`
    : undefined;
}

function showWhen({ answerBy, askedAt }: QueueItem, nowMs: number): Html {
  const waits = h('span', {}, 'waits for ', showSince(askedAt));
  if (answerBy === undefined) return h('span', { class: 'when' }, waits);
  const isNear = Date.parse(answerBy) - nowMs < NEAR_MS;
  const until = h('strong', { class: isNear ? 'near' : 'soon' }, showUntil(answerBy, nowMs));
  return h('span', { class: 'when' }, until, ' ', waits);
}

function showRow(item: QueueItem, isOfTool: boolean, options: RowOptions): Html {
  const { paths, toolTitle, list, nowMs } = options;
  const { id, task, question } = item;
  const { taskId, toolName, calledBy } = task;
  const name = `q-${id}`;
  const href = `${paths.question(taskId, question.key)}?${new URLSearchParams({ [LIST]: list }).toString()}`;
  const about = [isOfTool ? undefined : toolTitle(toolName), toAsker(calledBy), toNeeds(item)];
  return h(
    'li',
    { id: name, class: 'row' },
    canBeTicked(question)
      ? h('input', {
          type: 'checkbox',
          id: `${name}-tick`,
          name: 'pick',
          value: id,
          'aria-label': `Select: ${toQuestionLine(question)}`,
        })
      : h('span', {}),
    h(
      'span',
      { class: 'what' },
      h('a', { id: `${name}-link`, href, dir: 'auto' }, toQuestionLine(question)),
      h('span', { class: 'facts', dir: 'auto' }, about.filter(Boolean).join(' · ')),
    ),
    showWhen(item, nowMs),
  );
}

function showGroup(group: Group<QueueItem>, index: number, options: RowOptions): Html {
  const { kind, toolName, items } = group;
  const id = `group-${kind === 'tool' ? index : kind}`;
  const title = kind === 'tool' ? options.toolTitle(toolName) : TITLES[kind];
  return h(
    'section',
    { id, class: 'group', 'aria-labelledby': `${id}-title` },
    h(
      'h2',
      { id: `${id}-title`, class: kind === 'dueSoon' && 'near' },
      h('span', { dir: 'auto' }, title),
      ' ',
      h('span', { class: 'count' }, items.length),
    ),
    h(
      'ul',
      { class: 'rows' },
      items.map((item) => showRow(item, kind === 'tool', options)),
    ),
  );
}

/** Shows questions that are in order. */
export function showRows(items: readonly QueueItem[], options: RowOptions): Html {
  return toGroups(items, options.nowMs).map((group, index) => showGroup(group, index, options));
}
