import { describe, expect, it } from '@jest/globals';

import { layOut, toPositional } from '../../../src/core/argument-layout.js';

describe('layOut', () => {
  const members = { approve: true, note: 'fine' };

  it('makes one object of all', () => {
    expect(layOut('object', members)).toStrictEqual([members]);
  });

  it('makes one argument after the other', () => {
    expect(layOut(['note', 'approve'], members)).toStrictEqual(['fine', true]);
  });

  it('puts in constants of any kind', () => {
    const by = { system: 'mcp' };

    expect(layOut([{ value: by }, 'note', { value: null }], members)).toStrictEqual([
      by,
      'fine',
      null,
    ]);
  });

  it('makes none of an empty list', () => {
    expect(layOut([], members)).toStrictEqual([]);
  });
});

describe('toPositional', () => {
  it('has null for a gap, and nothing at the end', () => {
    expect(toPositional([undefined, 1, undefined, undefined])).toStrictEqual([null, 1]);
  });
});
