import { describe, expect, it } from '@jest/globals';

import { toOpenInputRequests } from '../../../../src/core/question/open-input-request.js';

const QUESTION = { method: 'elicitation/create', params: { message: 'Well?' } } as const;
const inputRequests = { i1: QUESTION, i2: QUESTION };

describe('toOpenInputRequests', () => {
  it.each([
    ['an empty state', {}],
    ['a state whose questions were all answered', { inputRequests: {} }],
    ['a task of a client without its question', { clientTasks: { i1: { taskId: 't' } } }],
  ])('finds none in %s', (_what, state) => {
    expect(toOpenInputRequests(state)).toBeUndefined();
  });

  it('adds nothing to questions of a Workflow that keeps no tasks of clients', () => {
    expect(toOpenInputRequests({ inputRequests })).toStrictEqual(inputRequests);
  });

  it('says which questions take a task of a client, and which one has it', () => {
    const heldBy = { taskId: 't', session: 's' };

    expect(
      toOpenInputRequests({ inputRequests, keepsClientTasks: true, clientTasks: { i2: heldBy } }),
    ).toStrictEqual({
      i1: { ...QUESTION, takesClientTask: true },
      i2: { ...QUESTION, takesClientTask: true, heldBy },
    });
  });

  it('takes no task for a question from the prototype of an object', () => {
    const open = toOpenInputRequests({ inputRequests: { constructor: QUESTION } });

    expect(open?.['constructor']).toStrictEqual(QUESTION);
  });
});
