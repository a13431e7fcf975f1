/** Clients that send `null` for arguments that they leave open, and hosts that add arguments of their own. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { isRecord } from '../../../src/core/value/is-record.js';
import { connectExactly, type ExactClient } from '../../support/exact-wire.js';
import { GENERATIONS } from '../../support/with-existing-workflows.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers(fileURLToPath(new URL('./left-out-arguments.yaml', import.meta.url)));

/** The task that a plain call names. */
const taskIn = (text: string): string | undefined => /mcp-[a-z0-9]{20}-[a-z0-9]+/.exec(text)?.[0];

describe.each(GENERATIONS)('a client of %s', (generation) => {
  let client: ExactClient;
  const ordered = async (taskId: string): Promise<unknown> =>
    given().temporal.workflow.getHandle(taskId).query('getPurchase');
  const call = async (name: string, args: object): Promise<string> =>
    (await client.request('tools/call', { name, arguments: args })).text;

  beforeAll(async () => {
    client = await connectExactly(generation, 'stdio', given());
  });

  afterAll(async () => client.close());

  it('leaves out optional arguments by null, at any depth', async () => {
    const args = {
      text: 'x',
      count: null,
      day: null,
      kind: null,
      line: { note: null },
      maybe: null,
    };
    const purchase = await ordered(await client.start('order', args));

    expect(purchase).toMatchObject({ text: 'x', count: 10, line: {}, maybe: null });
    expect(purchase).not.toHaveProperty('day');
    expect(purchase).not.toHaveProperty('kind');
    expect(purchase).not.toHaveProperty('line.note');
  });

  it('is told that a required argument is missing', async () => {
    expect(await call('order', { text: null })).toContain(
      'Invalid arguments for order: /text is required.',
    );
  });

  it('has null by its JSON text where the schema allows it', async () => {
    expect(await ordered(await client.start('order', { text: 'x', maybe: 'null' }))).toMatchObject({
      maybe: null,
    });
  });

  it('sends a message with null', async () => {
    const task_id = await client.start('order', { text: randomUUID() });

    expect(await call('change_amount', { task_id, cents: 7, note: null })).not.toContain(
      'Invalid arguments',
    );
    expect(await ordered(task_id)).toMatchObject({ cents: 7 });
  });

  it('is asked for an argument that it sends as null', async () => {
    client.answerWith({ action: 'cancel' });
    const args = { who: null, code: 'A', cents: 5 };
    const reply = await call('order_after_asking', args);

    expect([reply, ...client.asked()].join()).toContain('Who buys?');
    expect(reply).not.toContain('Invalid arguments');
  });

  it.each([
    ['order_together', { count: null }],
    ['order_together', { toolCallId: 'b' }],
    ['order_once', { count: null }],
    ['order_once', { toolCallId: 'b' }],
  ])('has one execution by %s, also with %j', async (name, more) => {
    const text = randomUUID();
    const first = taskIn(await call(name, { text, toolCallId: 'a' }));

    expect(first).toBeDefined();
    expect(taskIn(await call(name, { text, ...more }))).toBe(first);
  });

  it.each(['order_together', 'order_once'])(
    'has one execution by %s, also with decomposed letters',
    async (name) => {
      const text = `Café-${randomUUID()}`;
      const first = taskIn(await call(name, { text: text.normalize('NFC') }));

      expect(first).toBeDefined();
      expect(taskIn(await call(name, { text: text.normalize('NFD') }))).toBe(first);
    },
  );

  it('hands on what its host adds', async () => {
    const taskId = await client.start('order', { text: 'x', toolCallId: 'a' });

    expect(await ordered(taskId)).toMatchObject({ toolCallId: 'a' });
  });
});

describe('an answer that its form allows, and the arguments do not', () => {
  const fields = (request: unknown): unknown =>
    isRecord(request) && isRecord(request['params'])
      ? (request['params']['requestedSchema'] as { readonly properties: unknown }).properties
      : undefined;

  it('is asked for again in 2025-11-25, with words and the values so far', async () => {
    const client = await connectExactly('2025-11-25', 'stdio', given());
    const accept = (content: object) => ({ action: 'accept', content });
    client.answerWith(
      accept({ code: 'abc', cents: 10 }),
      accept({ code: 'ABC', cents: '7' }),
      accept({ code: 'ABC', cents: '15' }),
    );
    const taskId = await client.start('order_after_asking', { who: 'Ada' });
    const asked = client.asked().map((text) => JSON.parse(text) as { readonly params: object });
    await client.close();

    expect(
      asked.map((request) => (request.params as { readonly message: string }).message),
    ).toStrictEqual([
      'Which price?',
      'Which price? (/code must match pattern "^[A-Z]+$")',
      'Which price? (/cents must be multiple of 5)',
    ]);
    expect(fields(asked[1])).toMatchObject({ code: { default: 'abc' }, cents: { default: 10 } });
    expect(await given().temporal.workflow.getHandle(taskId).query('getPurchase')).toMatchObject({
      code: 'ABC',
      cents: 15,
    });
  });

  it('is asked for again in 2026-07-28, and the other answers are kept', async () => {
    const client = await connectExactly('2026-07-28', 'http', given());
    let params: Record<string, unknown> = { name: 'order_after_asking', arguments: {} };
    const ask = async (inputResponses: object): Promise<Record<string, unknown>> => {
      const { message } = await client.request('tools/call', { ...params, inputResponses });
      const result = message.result as Record<string, unknown>;
      params = { ...params, requestState: result['requestState'] };
      return result;
    };
    const accept = (content: object) => ({ action: 'accept', content });
    await ask({});
    const again = await ask({
      buyer: accept({ who: 'Ada' }),
      price: accept({ code: 'abc', cents: 10 }),
    });
    const end = await ask({ price: accept({ code: 'ABC', cents: 10 }) });

    expect(again['inputRequests']).toMatchObject({
      price: { params: { message: expect.stringContaining('must match pattern') } },
    });
    expect(Object.keys(again['inputRequests'] as object)).toStrictEqual(['price']);
    const purchase = await given()
      .temporal.workflow.getHandle(String(end['taskId']))
      .query('getPurchase');
    expect(purchase).toMatchObject({ who: 'Ada', code: 'ABC', cents: 10 });
  });
});
