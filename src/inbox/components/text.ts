/** Texts and addresses that do not come from this server. */
import { cutText } from '../../core/value/cut-text.js';

import type { Content, MakeElement } from './element.js';

/** Largest shown part of a text, in characters. Clients get the whole text. */
export const MAX_SHOWN = 50_000;

/** Shows a text with its line breaks, in its own writing direction. */
export function preformatted<Node>(h: MakeElement<Node>, text: string): Content<Node> {
  const rest = text.length - MAX_SHOWN;
  return [
    h('pre', { dir: 'auto', tabindex: '0' }, `\n${cutText(text, MAX_SHOWN)}`),
    rest > 0 && h('p', { class: 'hint' }, `The rest is not shown: ${rest} more characters.`),
  ];
}

/** The address of a web page; `undefined` for other texts, such as scripts. */
export function toWebAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** A link to another site. It does not send the address of this page. */
export function outsideLink<Node>(h: MakeElement<Node>, address: string, text: string): Node {
  return h('a', { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }, text);
}
