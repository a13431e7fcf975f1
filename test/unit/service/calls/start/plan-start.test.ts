import { describe, expect, it } from '@jest/globals';

import type { StartPlan } from '../../../../../src/core/tool/workflow-start.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import { planStart } from '../../../../../src/service/calls/start/plan-start.js';

const NAMES = ['id', 'item', 'wait', 'amount', 'tags', 'text', 'at'];

/** @param workflow The keys of `workflow`, as JSON. */
const plan = async (workflow: object, input: Record<string, unknown> = {}): Promise<StartPlan> => {
  const properties = Object.fromEntries(NAMES.map((name) => [name, {}]));
  const required = 'adopt' in workflow ? [] : ['id'];
  const tool = {
    workflow: { type: 'order', taskQueue: 'q', ...workflow },
    ...(!('adopt' in workflow) && { input: { type: 'object', properties, required } }),
  };
  const order = parseManifest(JSON.stringify({ tools: { order: tool } })).tools.get('order');
  if (!order) throw new Error('There is no tool.');
  return planStart(order, { input, caller: { name: 'ada' } });
};

describe('planStart', () => {
  it('has nothing to say for a tool that says nothing', async () => {
    expect(await plan({})).toEqual({});
  });

  it('fills everything in', async () => {
    const start: object = {
      id: 'order-{id}',
      idConflictPolicy: 'UseExisting',
      startWith: { signal: 'add', arguments: ['item'] },
      startDelay: '{wait}',
      searchAttributes: {
        OrderId: '{id}',
        Amount: '{amount}',
        Tags: '{tags}',
        By: '{$caller.name}',
      },
      memo: { what: '{item}', text: 'Order {id} of {$caller.name}' },
      summary: 'Order {id}\nof {$caller.name}',
      details: '# {item}\n\n{amount}',
    };
    const input = { id: 7, item: { sku: 'x' }, wait: '5s', amount: 1.5, tags: ['a', 'b'] };

    expect(await plan(start, input)).toEqual({
      ownId: {
        workflowId: 'order-7',
        idConflictPolicy: 'UseExisting',
        idReusePolicy: 'AllowDuplicate',
      },
      message: { kind: 'signal', name: 'add', args: [{ sku: 'x' }] },
      delayMs: 5_000,
      searchAttributes: {
        OrderId: { value: 7, path: '/id' },
        Amount: { value: 1.5, path: '/amount' },
        Tags: { value: ['a', 'b'], path: '/tags' },
        By: { value: 'ada', path: '' },
      },
      memo: { what: { sku: 'x' }, text: 'Order 7 of ada' },
      summary: 'Order 7 of ada',
      details: '# {"sku":"x"}\n\n1.5',
    });
  });

  it('names what a tool adopts, and nothing else', async () => {
    const start: object = { adopt: { searchAttribute: 'Customer' } };

    expect(await plan(start, { workflow_id: 'report-1' })).toEqual({ adopts: 'report-1' });
  });

  it('leaves out what the call leaves out', async () => {
    const start: object = {
      startDelay: '{wait}',
      searchAttributes: { OrderId: '{id}' },
      memo: { id: '{id}' },
      summary: 'Order {id}',
    };

    expect(await plan(start)).toEqual({});
    expect(await plan(start, { id: null, wait: 0 })).toEqual({});
  });

  it('cuts what is for people to read', async () => {
    const filled = await plan(
      { summary: '{text}', details: '{text}' },
      { text: 'x'.repeat(10_000) },
    );

    expect(filled.summary).toHaveLength(100);
    expect(filled.details).toHaveLength(5_000);
  });

  it.each<[string, [object, Record<string, unknown>], string]>([
    [
      'an ID that cannot be',
      [{ id: 'x-{id}', idConflictPolicy: 'UseExisting' }, {}],
      '/id names the task',
    ],
    ['a delay that is none', [{ startDelay: '{at}' }, { at: 'soon' }], '/at says when to start'],
    [
      'a search attribute that is too long',
      [{ searchAttributes: { A: '{id}' } }, { id: 'x'.repeat(2_048) }],
      '/id is too long for A, which has a limit of 2048 bytes',
    ],
    [
      'a memo that is too long',
      [{ memo: { m: 'of {id}' } }, { id: 'x'.repeat(33_000) }],
      'the arguments: is too long for m',
    ],
  ])('refuses %s', async (_what, [start, input], message) => {
    await expect(plan(start, input)).rejects.toMatchObject({
      code: 'invalidArguments',
      message: expect.stringContaining(message),
    });
  });
});
