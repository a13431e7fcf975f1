import { actions } from '../facts/actions.js';
import type { Facts } from '../facts/fact.js';
import { dollarsPerMillionActions, limits } from '../facts/limits.js';
import { measuredCosts } from '../facts/measured-costs.js';

import { toCount } from './format.js';
import { toMarkdownTable } from './markdown-table.js';

function toFactTable(facts: Facts): string {
  return toMarkdownTable(
    ['What', 'Value', 'How known', 'Source', 'Date'],
    Object.values(facts).map(({ what, value, unit, kind, source, date }) => [
      what,
      unit === '$'
        ? `$${toCount(value)}`
        : `${toCount(value)}${unit.startsWith('/') ? '' : ' '}${unit}`,
      kind === 'assumed' ? '**assumed**' : kind,
      source,
      date,
    ]),
  );
}

/** What the model was measured to cost, or is built to. */
export function toCostTable(): string {
  return toFactTable(measuredCosts);
}

/** What is billed. */
export function toBilledTable(): string {
  return toFactTable(actions);
}

/** What the service allows. */
export function toLimitTable(): string {
  return toFactTable({ ...limits, dollarsPerMillionActions });
}
