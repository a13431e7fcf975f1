import { describe, expect, it } from '@jest/globals';

import { foldLine } from '../../../src/cli/print-line.js';

const TEXT = 'Two tools have the same description, so a model can only guess which one it needs.';

describe('foldLine', () => {
  it('folds a text between words, below itself', () => {
    expect(foldLine('warning  ', TEXT, 60)).toBe(
      'warning  Two tools have the same description, so a model can\n         only guess which one it needs.',
    );
  });

  it('leaves a text in one line where there is no terminal', () => {
    expect(foldLine('warning  ', TEXT, undefined)).toBe(`warning  ${TEXT}`);
  });

  it('keeps an address whole', () => {
    const address = `https://example.com/${'a'.repeat(80)}`;

    expect(foldLine('', `Answer at ${address} in a browser.`, 60)).toBe(
      `Answer at\n${address}\nin a browser.`,
    );
  });
});
