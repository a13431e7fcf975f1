import { describe, expect, it } from '@jest/globals';

import { toWorkflowId } from '../../../../../src/service/calls/start/to-workflow-id.js';

const owner = 'auth0|ada';

describe('toWorkflowId', () => {
  it.each([
    ['order-{id}', { id: 'A 7' }, 'order-A%207'],
    ['order-{id}', { id: 17 }, 'order-17'],
    ['order-{id}', { id: true }, 'order-true'],
    ['cart-{owner}', {}, 'cart-auth0%7Cada'],
    ['cart-{owner}/{id}', { id: 1, owner: 'mallory' }, 'cart-auth0%7Cada/1'],
  ])('makes of %j and %j the ID %j', (template, input, workflowId) => {
    expect(toWorkflowId(template, { input, owner })).toStrictEqual({ workflowId, violations: [] });
  });

  it('has none for an argument that is left out, and that every object has by itself', () => {
    expect(toWorkflowId('order-{toString}', { input: {}, owner }).violations).toHaveLength(1);
  });

  it.each([[{}], [{ id: '' }], [{ id: null }], [{ id: [1] }], [{ id: { a: 1 } }]])(
    'has none for %j',
    (input) => {
      expect(toWorkflowId('order-{id}', { input, owner }).violations).toStrictEqual([
        {
          path: '/id',
          message: 'names the task, so it must be a text that is not empty, or a number',
        },
      ]);
    },
  );

  it('has none for what would be too long, as it is escaped', () => {
    const violationsFor = (length: number): unknown =>
      toWorkflowId('order-{id}', { input: { id: ' '.repeat(length) }, owner }).violations;

    expect(violationsFor(64)).toStrictEqual([]);
    expect(violationsFor(65)).toStrictEqual([
      { path: '', message: 'give a Workflow ID of 201 characters, more than the limit of 200' },
    ]);
  });
});
