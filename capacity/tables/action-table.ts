import { dollarsPerMillionActions } from '../facts/limits.js';
import { stories, toActions, toActionsByHand } from '../model/actions-of-task.js';

import { toCount } from './format.js';
import { toMarkdownTable } from './markdown-table.js';

const MILLION = 1_000_000;
const THOUSAND = 1_000;

function withPrice(actions: number): string {
  const dollars = (actions * THOUSAND * dollarsPerMillionActions.value) / MILLION;
  return `${toCount(actions)} ($${dollars.toFixed(2)})`;
}

/** Actions of a task, and the price of a thousand such tasks. */
export function toActionTable(): string {
  return toMarkdownTable(
    ['A task', 'This server', 'By hand, a Query every 5 s', 'By hand, every minute'],
    stories.map((story) => [
      story.title,
      withPrice(toActions(story)),
      withPrice(toActionsByHand(story, 5)),
      withPrice(toActionsByHand(story, 60)),
    ]),
  );
}
