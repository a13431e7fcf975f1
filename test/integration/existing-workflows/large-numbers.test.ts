import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { connectExactly, type ExactClient, exactly } from '../../support/exact-wire.js';
import { GENERATIONS, untilPurchase } from '../../support/with-existing-workflows.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers(
  fileURLToPath(new URL('../../support/large-numbers.yaml', import.meta.url)),
);
/** 2^53 and 2^53 + 1, which `JSON.parse` takes for the same number. */
const ACCOUNTS = ['9007199254740992', '9007199254740993'] as const;
const SEND_AS_TEXT = 'is too large a number to keep all its digits: send it as a text (string)';

const CLIENTS = GENERATIONS.flatMap((generation) =>
  (['http', 'stdio'] as const).map((transport) => [generation, transport] as const),
);

describe.each(CLIENTS)('a client of %s over %s', (generation, transport) => {
  let client: ExactClient;
  const call = async (name: string, args: object) =>
    client.request('tools/call', { name, arguments: args });
  const start = async (name: string, args: object): Promise<string> => {
    const task = generation === '2025-11-25' ? { task: {} } : {};
    const { message } = await client.request('tools/call', { name, arguments: args, ...task });
    const { taskId, task: handle } = message.result as {
      taskId?: string;
      task?: { taskId: string };
    };
    return String(taskId ?? handle?.taskId);
  };
  const isThere = async (account: string): Promise<boolean> => {
    const id = `acct-${given().options.taskQueue}-${account}`;
    return given()
      .temporal.workflow.getHandle(id)
      .describe()
      .then(
        () => true,
        () => false,
      );
  };

  beforeAll(async () => {
    client = await connectExactly(generation, transport, given());
  });

  afterAll(async () => {
    await client.close();
  });

  it.each([...ACCOUNTS, '-9007199254740993', '9007199254740993.0', '1e400'])(
    'starts nothing with the number %s, and is told to send a text',
    async (digits) => {
      const { text } = await call('pay', { account_id: exactly(digits) });

      expect(text).toContain(`Invalid arguments for pay: /account_id ${SEND_AS_TEXT}.`);
      expect(await Promise.all(ACCOUNTS.map(isThere))).toStrictEqual([false, false]);
    },
  );

  it('finds the place of such a number at any depth', async () => {
    const note = { lines: [{ id: 1 }, { 'a/b': exactly('12345678901234567890') }] };

    expect((await call('pay', { account_id: '1', note })).text).toContain(
      `/note/lines/1/a~1b ${SEND_AS_TEXT}`,
    );
  });

  it('passes on other numbers, and digits in texts', async () => {
    const note = {
      texts: ['9007199254740993', '"9007199254740993', '\uE0009007199254740993'],
      numbers: [9_007_199_254_740_991, 0.5, exactly('1.5e300'), -1],
    };
    const account_id = `${generation}-${transport}`;
    const taskId = await start('pay', { account_id, note });

    expect(await given().temporal.workflow.getHandle(taskId).query('getPurchase')).toMatchObject({
      account_id,
      note: { ...note, numbers: [9_007_199_254_740_991, 0.5, 1.5e300, -1] },
    });
  });

  it('changes nothing by an Update with such a number', async () => {
    const task_id = await start('buy', { item: 'a lamp', cents: 1 });
    const { text } = await call('change_amount', { task_id, cents: exactly(ACCOUNTS[1]) });

    expect(text).toContain(`Invalid arguments for change_amount: /cents ${SEND_AS_TEXT}.`);
    expect(await given().temporal.workflow.getHandle(task_id).query('getPurchase')).toMatchObject({
      cents: 1,
    });
  });

  it('is not held up by such a number elsewhere', async () => {
    const _meta = { 'com.example/nanoseconds': exactly('1764073383123456789') };

    expect((await client.request('tools/list', { _meta })).message).toHaveProperty('result.tools');
  });
});

describe('an answer with a number that loses digits', () => {
  const answer = { action: 'accept', content: { account: exactly(ACCOUNTS[1]) } };
  const misfit = `/content/account ${SEND_AS_TEXT}`;

  it('is refused in 2026-07-28, and its question stays open', async () => {
    const client = await connectExactly('2026-07-28', 'http', given());
    const { message } = await client.request('tools/call', {
      name: 'buy',
      arguments: { item: 'a lamp', cents: 1 },
    });
    const { taskId } = message.result as { taskId: string };
    const keys = async (): Promise<string[]> => {
      const { message: reply } = await client.request('tasks/get', { taskId });
      return Object.keys((reply.result as { inputRequests?: object }).inputRequests ?? {});
    };
    const [key] = await eventually('the question', async () => {
      const open = await keys();
      return open.length > 0 ? open : undefined;
    });

    const reply = await client.request('tasks/update', {
      taskId,
      inputResponses: { [String(key)]: answer },
    });
    expect(reply.message.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining(misfit),
    });
    expect(await keys()).toStrictEqual([key]);
    await given().temporal.workflow.getHandle(taskId).terminate();
  });

  it('is asked for again in 2025-11-25', async () => {
    const client = await connectExactly('2025-11-25', 'stdio', given());
    const { message } = await client.request('tools/call', {
      name: 'buy',
      arguments: { item: 'a lamp', cents: 1 },
      task: {},
    });
    const { taskId } = (message.result as { task: { taskId: string } }).task;
    client.answerWith(answer, { action: 'accept', content: { account: 7 } });
    const result = client.request('tasks/result', { taskId });
    await untilPurchase(given().temporal, taskId, 'in delivery');
    await given().temporal.workflow.getHandle(taskId).signal('arrive');

    expect((await result).message).toMatchObject({ result: { structuredContent: { note: 7 } } });
    expect(client.asked()).toStrictEqual([
      expect.not.stringContaining(misfit),
      expect.stringContaining(misfit),
    ]);
    await client.close();
  });
});
