import { describe, expect, it } from '@jest/globals';

import {
  isAsked,
  toAnswerMessage,
  toInputRequest,
} from '../../../../src/core/question/declared-question.js';
import type { DeclaredQuestion } from '../../../../src/definition/tool/questions.js';
import { toExpression } from '../../../../src/manifest/compile/compile-expression.js';
import { toCompiledText } from '../../../../src/manifest/compile/compile-text.js';

const BY = { owner: 'local' };
const SCOPE = { scope: {}, by: BY };

const QUESTION: DeclaredQuestion = {
  name: 'approval',
  source: { kind: 'memo', name: 'purchase' },
  message: toCompiledText('Approve {$memo.order.item}?'),
  schema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  answer: {
    kind: 'signal',
    name: 'approve',
    layout: [toExpression('$answer.ok'), { value: 'a person' }],
  },
};

describe('isAsked', () => {
  it.each([true, 1, 'x', { a: 1 }, [0]])('is so while there is %j', async (value) => {
    expect(await isAsked(QUESTION, { memo: value })).toBe(true);
  });

  it.each([false, 0, '', null, undefined, {}, []])('is not so while there is %j', async (value) => {
    expect(await isAsked(QUESTION, { memo: value })).toBe(false);
  });

  it('goes by a member, and by the values that are named', async () => {
    const value = toExpression('$memo.order.state');
    const question = { ...QUESTION, value, is: ['waiting', 5] };
    const of = async (state: unknown) => isAsked(question, { memo: { order: { state } } });
    const states = ['waiting', 5, 'done', '5', true, undefined];

    expect(await Promise.all(states.map(of))).toStrictEqual([
      ...[true, true],
      ...[false, false, false, false],
    ]);
  });
});

describe('toInputRequest', () => {
  it.each([
    ['Approve a lamp?', { order: { item: 'a lamp' } }, []],
    ['Approve (none)?', { order: {} }, ['$memo.order.item']],
  ])('asks %s', async (message, memo, missing) => {
    expect(await toInputRequest(QUESTION, { memo })).toStrictEqual({
      request: {
        method: 'elicitation/create',
        params: { mode: 'form', message, requestedSchema: QUESTION.schema },
      },
      missing,
    });
  });
});

describe('toAnswerMessage', () => {
  it('lays out what was filled in', async () => {
    expect(
      await toAnswerMessage(QUESTION, { action: 'accept', content: { ok: true } }, SCOPE),
    ).toStrictEqual({
      kind: 'signal',
      name: 'approve',
      arguments: [true, 'a person'],
    });
  });

  it('sends what a refusal is declared to be', async () => {
    const decline = { kind: 'update', name: 'decide', layout: [{ value: false }] } as const;

    expect(
      await toAnswerMessage({ ...QUESTION, decline }, { action: 'decline' }, SCOPE),
    ).toStrictEqual({
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
    expect(await toAnswerMessage(QUESTION, response, SCOPE)).toBeUndefined();
  });
});
