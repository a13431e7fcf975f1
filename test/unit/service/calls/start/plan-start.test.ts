import { afterEach, describe, expect, it, jest } from '@jest/globals';

import type { StartPlan } from '../../../../../src/core/tool/start-plan.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import { planStart, planCall } from '../../../../../src/service/calls/start/plan-start.js';
import { toCallRequest, toExchange } from '../../../../support/open-calls.js';

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

describe('the Workflow ID of a start', () => {
  const idOf = async (id: string, input: Record<string, unknown>): Promise<unknown> =>
    (await plan({ id, idConflictPolicy: 'UseExisting' }, input)).ownId?.workflowId;

  it.each([
    ['order-{id}', { id: 'A 7' }, 'order-A%207'],
    ['order-{id}', { id: 17 }, 'order-17'],
    ['order-{id}', { id: true }, 'order-true'],
    ['cart-{$caller.name}/{id}', { id: 1 }, 'cart-ada/1'],
    ['cart-{$caller.name}/{id}', { id: 1, caller: { name: 'mallory' } }, 'cart-ada/1'],
  ])('is made of %j and %j: %j', async (template, input, workflowId) => {
    expect(await idOf(template, input)).toBe(workflowId);
  });

  it.each([[{}], [{ id: '' }], [{ id: null }], [{ id: [1] }], [{ id: { a: 1 } }], [{ id: false }]])(
    'is refused for %j',
    async (input) => {
      await expect(idOf('order-{id}', input)).rejects.toMatchObject({
        violations: [
          {
            path: '/id',
            message: 'names the task, so it must be a text that is not empty, or a number',
          },
        ],
      });
    },
  );

  it('is refused if it is too long once it is escaped', async () => {
    expect(await idOf('order-{id}', { id: ' '.repeat(64) })).toHaveLength(198);
    await expect(idOf('order-{id}', { id: ' '.repeat(65) })).rejects.toMatchObject({
      violations: [
        { path: '', message: 'give a Workflow ID of 201 characters, more than the limit of 200' },
      ],
    });
  });
});

describe('the delay of a start', () => {
  const delayOf = async (at: unknown): Promise<number | undefined> => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00Z'));
    return (await plan({ startDelay: '{at}' }, { id: 1, at })).delayMs;
  };

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['30 minutes', 1_800_000],
    ['1h', 3_600_000],
    [1_500.7, 1_500],
    ['2026-11-21T12:00:05Z', 5_000],
    ['2026-11-21T14:00:05+02:00', 5_000],
    ['2026-11-21 12:00:05z', 5_000],
    ['2026-11-21t14:00:05+0200', 5_000],
    ['2026-11-21T12:00:60Z', 60_000],
    ['2026-11-21T12:01Z', 60_000],
    ['2020-01-01T00:00:00Z', undefined],
    [undefined, undefined],
    [null, undefined],
  ])('is for %j %j ms', async (at, delayMs) => {
    expect(await delayOf(at)).toBe(delayMs);
  });

  it.each([
    'soon',
    '',
    '2026-11-21',
    '2026-11-21T12:00:00',
    -1,
    '-5m',
    Number.NaN,
    '3 years',
    {},
    [],
  ])('is refused for %j', async (at) => {
    await expect(delayOf(at)).rejects.toMatchObject({
      violations: [{ path: '/at', message: expect.stringContaining('says when to start') }],
    });
  });

  it('may be in the manifest', async () => {
    expect(await plan({ startDelay: '10s' }, { id: 1 })).toEqual({ delayMs: 10_000 });
  });
});

describe('the key that a tool gives to a call', () => {
  const keyOf = async (
    idempotencyKey: string | undefined,
    input: Record<string, unknown>,
  ): Promise<unknown> => {
    const properties = { order: {}, item: {}, note: {}, a: {}, b: {} };
    const task = { idempotencyKey };
    const workflow = { type: 'order', taskQueue: 'q' };
    const order = { workflow, task, input: { type: 'object', properties } };
    const tool = parseManifest(JSON.stringify({ tools: { order } })).tools.get('order');
    if (!tool) throw new Error('There is no tool.');
    const request = toCallRequest({ input, idempotencyKey: 'of the client' });
    return (await planCall(tool, toExchange(), request)).idempotencyKey;
  };

  it('leaves that of the client where the tool has none, or the call leaves an argument out', async () => {
    expect(await keyOf(undefined, { a: 1 })).toBe('of the client');
    expect(await keyOf('{order}', {})).toBe('of the client');
    expect(await keyOf('{order}-{item}', { order: 1 })).toBe('of the client');
  });

  it('is the same for the same values of the arguments that it names, whatever the others', async () => {
    const key = await keyOf('{order}', { order: 'a', note: 'x' });

    expect(key).not.toBe('of the client');
    expect(await keyOf('{order}', { note: 'y', order: 'a' })).toBe(key);
    expect(await keyOf('{order}', { order: 'b', note: 'x' })).not.toBe(key);
  });

  it('does not run values together', async () => {
    expect(await keyOf('{a}{b}', { a: 'x', b: 'yz' })).not.toBe(
      await keyOf('{a}{b}', { a: 'xy', b: 'z' }),
    );
    expect(await keyOf('{a}', { a: 1 })).not.toBe(await keyOf('{a}', { a: '1' }));
  });

  it('may be of all arguments, in whatever order they come', async () => {
    const key = await keyOf('{$input}', { a: 1, b: { c: 2, d: 3 } });

    expect(await keyOf('{$input}', { b: { d: 3, c: 2 }, a: 1 })).toBe(key);
    expect(await keyOf('{$input}', { a: 1, b: { c: 2, d: 4 } })).not.toBe(key);
    expect(await keyOf('{$input}', {})).not.toBe('of the client');
  });
});
