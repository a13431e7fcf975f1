import { h, type Html } from './html.js';

/** What has just been done, by the word that the address of the next page has for it. */
const NOTES: Readonly<Record<string, string>> = {
  accept: 'Your answer was sent.',
  approve: 'You have approved.',
  reject: 'You have rejected.',
  decline: 'You have declined.',
  cancel: 'The task was asked to stop.',
};

/** Says what the form has done that has led to a page. */
export function showDone(url: URL): Html {
  const done = url.searchParams.get('done') ?? '';
  const text = Object.hasOwn(NOTES, done) ? NOTES[done] : undefined;
  return text !== undefined && h('p', { class: 'note', role: 'status' }, text);
}
