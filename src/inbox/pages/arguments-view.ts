import { toJson } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';

import { h, type Html } from './html.js';
import { preformatted } from './outcome-view.js';

/** Largest number of shown rows, so that people can read them. */
const MAX_ROWS = 100;

function showValue(value: unknown): Html {
  if (value === null || value === undefined) return h('span', { class: 'hint' }, 'nothing');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return h('span', { class: 'message', dir: 'auto' }, value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  return isList
    ? h(
        'ul',
        {},
        value.map((one) => h('li', { dir: 'auto' }, String(one))),
      )
    : preformatted(toJson(value, 2));
}

/** Shows the arguments: the members of a single object, or each argument by its number. */
export function showArguments(given: readonly unknown[]): Html {
  const [only] = given;
  const rows: readonly (readonly [string, unknown])[] =
    given.length === 1 && isRecord(only)
      ? Object.entries(only)
      : given.map((value, index) => [`Argument ${index + 1}`, value]);
  if (rows.length === 0) return h('p', { class: 'nothing' }, 'Called without arguments.');
  return [
    h(
      'table',
      {},
      h('caption', {}, 'Called with'),
      h(
        'tbody',
        {},
        rows
          .slice(0, MAX_ROWS)
          .map(([name, value]) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row', dir: 'auto' }, name),
              h('td', {}, showValue(value)),
            ),
          ),
      ),
    ),
    rows.length > MAX_ROWS &&
      h('p', { class: 'hint' }, `The rest is not shown: ${rows.length - MAX_ROWS} more.`),
  ];
}
