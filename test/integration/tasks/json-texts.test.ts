/** Models that send the JSON text of an array, an object, a number or a boolean in place of the value. */
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { connectExactly, type ExactClient } from '../../support/exact-wire.js';
import { GENERATIONS } from '../../support/with-existing-workflows.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers(fileURLToPath(new URL('./json-texts.yaml', import.meta.url)));

describe.each(GENERATIONS)('a client of %s', (generation) => {
  let client: ExactClient;
  const ordered = async (taskId: string): Promise<unknown> =>
    given().temporal.workflow.getHandle(taskId).query('getPurchase');
  const order = async (args: object): Promise<unknown> =>
    ordered(await client.start('order', { ...args }));

  beforeAll(async () => {
    client = await connectExactly(generation, 'http', given());
  });

  afterAll(async () => client.close());

  it.each([
    [{ tags: '["a", "b"]' }, { tags: ['a', 'b'] }],
    [{ opts: '{"x": 1}' }, { opts: { x: 1 } }],
    [{ account: '5' }, { account: 5 }],
    [{ rate: '1.5' }, { rate: 1.5 }],
    [{ express: 'true' }, { express: true }],
    [{ limit: '7' }, { limit: 7 }],
    [{ line: '{"sku": "x"}' }, { line: { sku: 'x', count: 1 } }],
    [{ lines: [{ sku: 'x', count: '2' }] }, { lines: [{ sku: 'x', count: 2 }] }],
    [{ lines: '[{"sku": "5", "count": "2"}]' }, { lines: [{ sku: '5', count: 2 }] }],
  ])('starts %j with the values', async (sent, taken) => {
    expect(await order(sent)).toMatchObject(taken);
  });

  it('has texts as it sent them where a string is allowed', async () => {
    const sent = { mixed: '["a"]', text: '5' };

    expect(await order({ ...sent, account: '5' })).toMatchObject({ ...sent, account: 5 });
  });

  it.each([
    [{ tags: '["a", 1]' }, '/tags/1 must be string'],
    [{ line: '{"sku": 5}' }, '/line/sku must be string'],
    [{ tags: '"a"' }, '/tags must be array.'],
    [{ choice: '["a"]' }, '/choice must NOT have fewer than 100 characters'],
    [
      { account: '9007199254740993' },
      '/account must be integer, but its JSON text has a number that is too large to keep all its digits',
    ],
    [
      { opts: '{"id": 9007199254740993}' },
      '/opts must be object, but its JSON text has a number that is too large',
    ],
  ])('is told what is wrong with %j', async (sent, words) => {
    const { text } = await client.request('tools/call', { name: 'order', arguments: sent });

    expect(text).toContain(words);
  });

  it('has one task for the text and the value, by idempotency key', async () => {
    const text = generation;
    const one = await client.start('order_once', { text, tags: '["a"]', account: '5' });

    expect(await client.start('order_once', { text, tags: ['a'], account: 5 })).toBe(one);
    expect(one).toMatch(/^mcp-/);
  });

  it('has the value in a Workflow ID', async () => {
    const limit = generation === '2025-11-25' ? 11 : 12;
    const id = `texts-${given().options.taskQueue}-${limit}`;

    expect(await client.start('order_by_limit', { limit: `${limit}.0` })).toBe(id);
  });

  it('sends a message with the value', async () => {
    const task_id = await client.start('order', {});
    await client.request('tools/call', {
      name: 'change_amount',
      arguments: { task_id, cents: '7' },
    });

    expect(await ordered(task_id)).toMatchObject({ cents: 7 });
  });
});

it('joins a call with the value by one with the text', async () => {
  const client = await connectExactly('2025-11-25', 'http', given());
  const call = async (account: unknown): Promise<string | undefined> => {
    const params = { name: 'order_together', arguments: { account } };
    const { text } = await client.request('tools/call', params);
    return /mcp-[a-z0-9]{20}-[a-z0-9]+/.exec(text)?.[0];
  };
  const first = await call(5);

  expect(first).toBeDefined();
  expect(await call('5')).toBe(first);
});
