import { describe, expect, it } from '@jest/globals';

import { askAtTerminal } from '../../../src/cli/terminal-form.js';

type Params = Parameters<typeof askAtTerminal>[1];

const APPROVAL: Params = {
  message: 'Refund 900 cents?',
  requestedSchema: {
    type: 'object',
    properties: { approved: { type: 'boolean' } },
    required: ['approved'],
  },
};

/** Answers what is asked, in turn. */
async function answer(params: Params, ...typed: readonly string[]): Promise<unknown> {
  const rest = [...typed];
  const asked: string[] = [];
  const ask = async (prompt: string): Promise<string> => {
    asked.push(prompt);
    return Promise.resolve(rest.shift() ?? 'c');
  };
  return { ...(await askAtTerminal({ ask, say: () => undefined }, params)), asked };
}

const PROMPT = 'Approve? [y]es [n]o [c]ancel';

describe('a form with one yes or no', () => {
  it.each([
    ['y', true],
    ['YES', true],
    ['ok', true],
    ['accept', true],
    ['n', false],
    ['No', false],
    ['reject', false],
  ])('takes %s', async (word, approved) => {
    expect(await answer(APPROVAL, word)).toStrictEqual({
      action: 'accept',
      content: { approved },
      asked: [PROMPT],
    });
  });

  it.each(['', 'maybe', 'y?', 'yess'])('asks again for "%s"', async (word) => {
    expect(await answer(APPROVAL, word, 'y')).toMatchObject({
      action: 'accept',
      asked: [PROMPT, PROMPT],
    });
  });

  it('stays open for "c"', async () => {
    expect(await answer(APPROVAL, 'c')).toMatchObject({ action: 'cancel' });
  });
});
