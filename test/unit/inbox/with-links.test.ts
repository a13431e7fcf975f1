import { describe, expect, it } from '@jest/globals';

import { h, toDocument } from '../../../src/inbox/html/html.js';
import { withLinks } from '../../../src/inbox/html/with-links.js';

/** The texts that are links, and their addresses. */
function linksOf(text: string): readonly string[] {
  const html = toDocument(h('p', {}, withLinks(text)));
  return [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to = '', shown]) =>
    to === shown ? to : `${to} ${shown}`,
  );
}

describe('a text of a question', () => {
  it.each<readonly [string, readonly string[]]>([
    ['See https://shop.example/orders/4711.', ['https://shop.example/orders/4711']],
    [
      '(https://a.example/x) and https://b.example/y, please',
      ['https://a.example/x', 'https://b.example/y'],
    ],
    ['https://bank.example@evil.example/', []],
    ['javascript:alert(1) http://plain.example/ ftp://files.example/', []],
    ['https://', []],
  ])('has links for its https addresses only: %s', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  it('keeps its words', () => {
    const text = 'Pay <b> at https://a.example/?a=1&b=2!\nNow.';
    const html = toDocument(h('p', {}, withLinks(text)));

    expect(html.replaceAll(/<\/?a[^>]*>/g, '')).toContain(
      'Pay &lt;b&gt; at https://a.example/?a=1&amp;b=2!\nNow.',
    );
  });
});
