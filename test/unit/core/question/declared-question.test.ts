import { describe, expect, it } from '@jest/globals';

import {
  type DeclaredQuestion,
  isAsked,
  toAnswerMessage,
  toInputRequest,
} from '../../../../src/core/question/declared-question.js';

const QUESTION: DeclaredQuestion = {
  name: 'approval',
  source: { kind: 'memo', name: 'purchase' },
  message: 'Approve {order.item}?',
  schema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  answer: { kind: 'signal', name: 'approve', layout: ['ok', { value: 'a person' }] },
};

describe('isAsked', () => {
  it.each([true, 1, 'x', { a: 1 }, [0]])('is so while there is %j', (value) => {
    expect(isAsked(QUESTION, value)).toBe(true);
  });

  it.each([false, 0, '', null, undefined, {}, []])('is not so while there is %j', (value) => {
    expect(isAsked(QUESTION, value)).toBe(false);
  });

  it('goes by a member, and by the values that are named', () => {
    const question = { ...QUESTION, path: 'order.state', is: ['waiting', 5] };
    const of = (state: unknown): boolean => isAsked(question, { order: { state } });

    expect(['waiting', 5, 'done', '5', true, undefined].map(of)).toStrictEqual([
      ...[true, true],
      ...[false, false, false, false],
    ]);
  });
});

describe('toInputRequest', () => {
  it('fills in what was read', () => {
    expect(toInputRequest(QUESTION, { value: { order: { item: 'a lamp' } } })).toStrictEqual({
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Approve a lamp?', requestedSchema: QUESTION.schema },
    });
  });
});

describe('toAnswerMessage', () => {
  it('lays out what was filled in', async () => {
    expect(
      await toAnswerMessage(QUESTION, { action: 'accept', content: { ok: true } }),
    ).toStrictEqual({
      kind: 'signal',
      name: 'approve',
      arguments: [true, 'a person'],
    });
  });

  it('sends what a refusal is declared to be', async () => {
    const decline = { kind: 'update', name: 'decide', layout: [{ value: false }] } as const;

    expect(await toAnswerMessage({ ...QUESTION, decline }, { action: 'decline' })).toStrictEqual({
      kind: 'update',
      name: 'decide',
      arguments: [false],
    });
  });

  it.each([
    ['a refusal that is not declared', { action: 'decline' }],
    ['a form that was put aside', { action: 'cancel' }],
    ['a client that could not ask', { action: 'accept', content: {}, error: { code: -1 } }],
  ])('sends nothing for %s', async (_what, response) => {
    expect(await toAnswerMessage(QUESTION, response)).toBeUndefined();
  });
});
