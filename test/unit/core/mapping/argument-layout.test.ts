import { describe, expect, it } from '@jest/globals';

import { type ArgumentLayout, layOut } from '../../../../src/core/mapping/argument-layout.js';
import type { Evaluated, Scope } from '../../../../src/core/mapping/expression.js';
import { toExpression } from '../../../../src/manifest/compile/compile-expression.js';

describe('layOut', () => {
  const members = { approve: true, note: 'fine' };
  const note = toExpression('note');
  const computed = (evaluated: Evaluated) => ({
    text: '',
    reads: [],
    evaluate: async () => Promise.resolve(evaluated),
  });
  const argumentsOf = async (layout: ArgumentLayout): Promise<readonly unknown[]> => {
    const laidOut = await layOut(layout, { input: members, answer: { ok: true } });
    if (!laidOut.ok) throw new Error('It cannot be laid out');
    return laidOut.workflowArguments;
  };

  it('makes one object of all', async () => {
    expect(await argumentsOf('input')).toStrictEqual([members]);
    expect(await argumentsOf('answer')).toStrictEqual([{ ok: true }]);
  });

  it('makes one argument after the other', async () => {
    expect(await argumentsOf([note, toExpression('approve')])).toStrictEqual(['fine', true]);
  });

  it('puts in constants of any kind', async () => {
    const by = { system: 'mcp' };

    expect(await argumentsOf([{ value: by }, note, { value: null }])).toStrictEqual([
      by,
      'fine',
      null,
    ]);
  });

  it('takes nothing for an argument that every object of JavaScript has by itself', async () => {
    expect(
      await argumentsOf([toExpression('toString'), note, toExpression('constructor')]),
    ).toStrictEqual([null, 'fine']);
  });

  it('makes none of an empty list', async () => {
    expect(await argumentsOf([])).toStrictEqual([]);
  });

  it('puts in what expressions make of all of it', async () => {
    const all = {
      text: '',
      reads: [],
      evaluate: async ({ input }: Scope) =>
        Promise.resolve({ ok: true, value: { all: input } } as const),
    };

    expect(await argumentsOf([all, note])).toStrictEqual([{ all: members }, 'fine']);
  });

  it('makes one object of members with names of their own', async () => {
    const members = {
      text: note,
      by: { value: 'mcp' },
      total: computed({ ok: true, value: 3 }),
      missing: toExpression('nothing'),
      nothing: computed({ ok: true, value: undefined }),
    };

    expect(await argumentsOf([{ members }])).toStrictEqual([{ text: 'fine', by: 'mcp', total: 3 }]);
  });

  it('has null for an expression that gives nothing, in the middle', async () => {
    const nothing = computed({ ok: true, value: undefined });

    expect(await argumentsOf([nothing, note, nothing])).toStrictEqual([null, 'fine']);
  });

  it('says which argument cannot be made, and why', async () => {
    const failing = computed({ ok: false, reason: 'it takes too long' });
    const because = (place: string) => ({
      path: '',
      message: `cannot be made into ${place} of the workflow: it takes too long`,
    });

    expect(await layOut([note, failing, failing], { input: members })).toStrictEqual({
      ok: false,
      violations: [because('argument 2'), because('argument 3')],
    });
    expect(await layOut([{ members: { total: failing } }], { input: members })).toMatchObject({
      ok: false,
      violations: [
        { message: 'cannot be made into argument 1 of the workflow: total: it takes too long' },
      ],
    });
  });
});
