/** The keys of the list, for those who have its script. */
import { h, type Html } from '../html/html.js';

const KEYS: readonly (readonly [key: string, text: string])[] = [
  ['j', 'to the next question'],
  ['k', 'to the question before'],
  ['e', 'select this question, or not'],
  ['a', 'approve the selected ones, or this one: a page asks first'],
  ['/', 'search'],
  ['?', 'show these keys'],
];

/** Shows the button for the list of keys. Without the script, both stay hidden. */
export function showKeys(): Html {
  return h(
    'div',
    { id: 'keys', class: 'keys', hidden: true },
    h('button', { type: 'button', id: 'keys-open', class: 'plain' }, 'Keys'),
    h(
      'dialog',
      { id: 'keys-dialog', 'aria-labelledby': 'keys-title' },
      h('h2', { id: 'keys-title' }, 'Keys of this list'),
      h(
        'dl',
        {},
        KEYS.map(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)]),
      ),
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'button', id: 'keys-close', class: 'primary' }, 'Close'),
        h(
          'button',
          { type: 'button', id: 'keys-off', 'aria-pressed': 'false' },
          'Switch these keys off',
        ),
      ),
    ),
  );
}
