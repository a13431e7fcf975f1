import { describe, expect, it } from '@jest/globals';

import { NOT_ASKABLE } from '../../../../src/core/question/askable.js';
import { canBeBrought, toPageElicitation } from '../../../../src/core/question/page-elicitation.js';
import { ownQuestion } from '../../../support/asking.js';

const page = 'https://mcp.example/inbox/questions/abc';
const asked = { ...ownQuestion(), page };
const opensPages = { ...NOT_ASKABLE, url: true };

describe('a question for a client that has no forms', () => {
  it('is a visit to its page, where the client opens pages', () => {
    expect(toPageElicitation(asked, opensPages)).toStrictEqual({
      method: 'elicitation/create',
      params: { mode: 'url', message: 'Well?', url: page, elicitationId: 'abc' },
      elicitationId: 'abc',
    });
    expect(canBeBrought(asked, opensPages)).toBe(true);
  });

  it.each([
    ['it has no page', ownQuestion(), opensPages],
    ['the client opens none', asked, NOT_ASKABLE],
    ['the client has forms', asked, { ...opensPages, form: true }],
    ['it is for a model', { ...asked, method: 'sampling/createMessage' as const }, opensPages],
  ])('is none where %s', (_why, question, askable) => {
    expect(toPageElicitation(question, askable)).toBeUndefined();
  });

  it('cannot be brought at all to one that has neither', () => {
    expect(canBeBrought(asked, NOT_ASKABLE)).toBe(false);
    expect(canBeBrought(asked, { ...NOT_ASKABLE, form: true })).toBe(true);
  });
});
