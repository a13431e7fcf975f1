import { describe, expect, it } from '@jest/globals';

import { IdPattern } from '../../../src/check/id-pattern.js';

type Seen = readonly [workflowId: string, ...given: unknown[]];

function templateOf(...seen: readonly Seen[]): string | undefined {
  const pattern = new IdPattern();
  for (const [workflowId, ...given] of seen) pattern.add(workflowId, given);
  return pattern.template?.text;
}

describe('the pattern of Workflow IDs', () => {
  it.each<[string, readonly Seen[], string]>([
    [
      'a member of one object',
      [
        ['order-17', { order_id: '17', note: 'x' }],
        ['order-18', { order_id: '18' }],
      ],
      'order-{order_id}',
    ],
    [
      'a number',
      [
        ['order-17', { order: 17 }],
        ['order-18', { order: 18 }],
      ],
      'order-{order}',
    ],
    [
      'an argument by position',
      [
        ['pay:DE-1:eu', 'DE-1'],
        ['pay:DE-2:eu', 'DE-2'],
      ],
      'pay:{arg1}:eu',
    ],
    [
      'two arguments',
      [
        ['acme/17', { tenant: 'acme', id: '17' }],
        ['apex/18', { tenant: 'apex', id: '18' }],
      ],
      '{tenant}/{id}',
    ],
  ])('is made of %s', (_what, seen, template) => {
    expect(templateOf(...seen)).toBe(template);
  });

  it.each<[string, readonly Seen[]]>([
    ['one ID', [['order-17', { order_id: '17' }]]],
    [
      'IDs of which one is made in another way',
      [
        ['order-17', { order_id: '17' }],
        ['order-18', { order_id: '99' }],
      ],
    ],
    [
      'values inside of words',
      [
        ['reorder17', { order_id: '17' }],
        ['reorder18', { order_id: '18' }],
      ],
    ],
    [
      'a text between that may be data',
      [
        ['4711-17', { order_id: '17' }],
        ['4711-18', { order_id: '18' }],
      ],
    ],
    ['no arguments', [['nightly-1'], ['nightly-2']]],
  ])('is not known of %s', (_what, seen) => {
    expect(templateOf(...seen)).toBeUndefined();
  });
});
