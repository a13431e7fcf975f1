import { outsideLink, toWebAddress } from '../components/text.js';

import { h, type Html } from './html.js';

/** Matches addresses in a text. */
const ADDRESS = /https:\/\/[^\s<>"'“”‘’]+/g;
/** Characters at the end of an address that belong to the sentence. */
const SENTENCE_END = /[.,;:!?)\]}]+$/;

/** An address without a user in front of its host, who would look like the host. */
function isPlain(address: string): boolean {
  return URL.canParse(address) && new URL(address).username === '';
}

/** Makes links of the `https:` addresses in a text. A link shows the whole address. */
export function withLinks(text: string): readonly Html[] {
  const parts: Html[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const shown = found.replace(SENTENCE_END, '');
    const address = isPlain(shown) ? toWebAddress(shown) : undefined;
    if (address === undefined) continue;
    if (index > from) parts.push(text.slice(from, index));
    parts.push(outsideLink(h, address, shown));
    from = index + shown.length;
  }
  return from < text.length || parts.length === 0 ? [...parts, text.slice(from)] : parts;
}
