import { describe, expect, it } from '@jest/globals';

import { toBlocksOf } from '../../../../src/core/tool/content-block.js';

const text = (words: string) => ({ type: 'text', text: words });
const SOUND = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
const LINK = { type: 'resource_link', uri: 'file:///a', name: 'a' };

describe('the blocks of a revision', () => {
  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('are all blocks in %s', (revision) => {
    expect(toBlocksOf([SOUND, LINK], revision)).toStrictEqual([SOUND, LINK]);
  });

  it('have a text with the address for a link that it lacks', () => {
    expect(toBlocksOf([SOUND, LINK], '2025-03-26')).toStrictEqual([SOUND, text('a: file:///a')]);
  });

  it('do not repeat an address that a text has', () => {
    const said = text('Read file:///a.');

    expect(toBlocksOf([said, LINK], '2025-03-26')).toStrictEqual([said]);
  });

  it('have a text for a sound that it lacks', () => {
    expect(toBlocksOf([SOUND], '2024-11-05')).toStrictEqual([
      text(expect.stringContaining('audio/wav') as unknown as string),
    ]);
  });
});
