import { describe, expect, it } from '@jest/globals';

import { toText } from '../../../../../src/manifest/compile/compile-text.js';
import { toWorkflowId } from '../../../../../src/service/calls/start/to-workflow-id.js';

const idOf = async (template: string, input: object) =>
  toWorkflowId(toText(template), { input, caller: { name: 'auth0|ada' } });

describe('toWorkflowId', () => {
  it.each([
    ['order-{id}', { id: 'A 7' }, 'order-A%207'],
    ['order-{id}', { id: 17 }, 'order-17'],
    ['order-{id}', { id: true }, 'order-true'],
    ['cart-{$caller.name}', {}, 'cart-auth0%7Cada'],
    ['cart-{$caller.name}/{id}', { id: 1, caller: { name: 'mallory' } }, 'cart-auth0%7Cada/1'],
  ])('makes of %j and %j the ID %j', async (template, input, workflowId) => {
    expect(await idOf(template, input)).toStrictEqual({ workflowId, violations: [] });
  });

  it('has none for an argument that is left out, and that every object has by itself', async () => {
    expect((await idOf('order-{toString}', {})).violations).toHaveLength(1);
  });

  it.each([[{}], [{ id: '' }], [{ id: null }], [{ id: [1] }], [{ id: { a: 1 } }], [{ id: false }]])(
    'has none for %j',
    async (input) => {
      expect((await idOf('order-{id}', input)).violations).toStrictEqual([
        {
          path: '/id',
          message: 'names the task, so it must be a text that is not empty, or a number',
        },
      ]);
    },
  );

  it('has none for what would be too long, as it is escaped', async () => {
    const violationsFor = async (length: number): Promise<unknown> =>
      (await idOf('order-{id}', { id: ' '.repeat(length) })).violations;

    expect(await violationsFor(64)).toStrictEqual([]);
    expect(await violationsFor(65)).toStrictEqual([
      { path: '', message: 'give a Workflow ID of 201 characters, more than the limit of 200' },
    ]);
  });
});
