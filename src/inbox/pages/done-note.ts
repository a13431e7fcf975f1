import { h, type Html } from './html.js';

/** Notes about the last action, by its word in the next page's address. */
const NOTES: Readonly<Record<string, string>> = {
  accept: 'Your answer was sent.',
  approve: 'You have approved.',
  reject: 'You have rejected.',
  decline: 'You have declined.',
  cancel: 'The task was asked to stop.',
};

/** Shows a note about the last action, which the address names. */
export function showDone(url: URL): Html {
  const done = url.searchParams.get('done') ?? '';
  const text = Object.hasOwn(NOTES, done) ? NOTES[done] : undefined;
  return text !== undefined && h('p', { class: 'note', role: 'status' }, text);
}
