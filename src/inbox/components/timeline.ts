/** Shows what has happened in a task, step by step. */
import type { ShownPrincipal } from '../../core/person/shown-principal.js';
import type { Period, StepMark, TaskStep } from '../../core/task/task-step.js';
import type { TaskView } from '../../core/task/task-view.js';
import { toDurationWords } from '../../core/value/number-words.js';

import type { Content, MakeElement } from './element.js';

const DAY_MS = 24 * 60 * 60_000;
/** Shortest visible bar, in percent of the period. */
const MIN_BAR = 1;

/** A sign for eyes only: the words of a step say the same. */
const SIGNS: Readonly<Record<StepMark, string>> = {
  done: '✓',
  now: '…',
  asks: '?',
  bad: '!',
  stopped: '–',
  act: '›',
};

/** Shows a moment of a period: its time of day, in UTC, with the day if the period is longer than one. */
function showClock<Node>(h: MakeElement<Node>, instant: string, { fromMs, untilMs }: Period): Node {
  const utc = new Date(instant).toISOString().replace('T', ' ');
  const isLong = untilMs - fromMs >= DAY_MS;
  const text = isLong ? utc.slice(5, 16) : utc.slice(11, 19);
  const title = `${utc.slice(0, 19)} UTC`;
  return h('time', { datetime: instant, title, 'data-clock': isLong ? 'day' : 'time' }, text);
}

/** Shows which part of the period a step took. */
function showBar<Node>(
  h: MakeElement<Node>,
  { fromMs, untilMs }: Period,
  period: Period,
): Content<Node> {
  const allMs = period.untilMs - period.fromMs;
  if (allMs <= 0) return undefined;
  const percent = (ms: number): number => Math.min(Math.max((ms / allMs) * 100, 0), 100);
  const width = Math.max(percent(untilMs - fromMs), MIN_BAR);
  const x = Math.min(percent(fromMs - period.fromMs), 100 - width);
  const box = { viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': 'true' };
  const rect = { x: x.toFixed(1), y: 0, width: width.toFixed(1), height: 4 };
  return h('svg', { class: 'lasted', ...box }, h('rect', rect));
}

function showSpent<Node>(
  h: MakeElement<Node>,
  { mark, spent, isOpen }: TaskStep,
  period: Period,
): Content<Node> {
  if (!spent) return undefined;
  const lasts = toDurationWords(Math.max(spent.untilMs - spent.fromMs, 0));
  const words = mark === 'asks' ? `waited ${lasts}` : lasts;
  const text = isOpen ? `${words} so far` : words;
  return h('div', { class: 'spent' }, text, showBar(h, spent, period));
}

/** Shows a timeline. @param toName The name of a person, for the reader. */
export function showTimeline<Node>(
  h: MakeElement<Node>,
  { steps, period }: Pick<TaskView, 'steps' | 'period'>,
  toName: (person: ShownPrincipal) => string,
): Node {
  return h(
    'ol',
    { class: 'timeline' },
    steps.map((step) => {
      const { id, at, mark, what, more, by, attempt, notes, said } = step;
      return h(
        'li',
        { id: `step-${id}`, class: mark },
        showClock(h, at, period),
        h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[mark]),
        h(
          'div',
          { class: 'step' },
          h(
            'p',
            { dir: 'auto' },
            h('b', {}, what),
            by && [' by ', h('b', {}, toName(by))],
            more !== undefined && ` ${more}`,
            attempt !== undefined && [
              ' ',
              h('span', { class: 'badge asks' }, `attempt ${attempt}`),
            ],
          ),
          said !== undefined && h('blockquote', { class: 'message', dir: 'auto' }, said),
          notes.map((note) => h('p', { class: 'line', dir: 'auto' }, note)),
        ),
        showSpent(h, step, period),
      );
    }),
  );
}
