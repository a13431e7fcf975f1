import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { connectExactly, type ExactClient, exactly } from '../../support/exact-wire.js';
import { GENERATIONS, untilPurchase } from '../../support/with-existing-workflows.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers(fileURLToPath(new URL('./large-numbers.yaml', import.meta.url)));
/** 2^53 and 2^53 + 1, which `JSON.parse` takes for the same number. */
const ACCOUNTS = ['9007199254740992', '9007199254740993'] as const;
const TOO_LARGE = 'is too large to keep all its digits as a number';
const SEND_AS_TEXT = `${TOO_LARGE}: send it as a string`;
const DECLARE_TEXT = 'the operator of this server has to declare a string here';

const CLIENTS = GENERATIONS.flatMap((generation) =>
  (['http', 'stdio'] as const).map((transport) => [generation, transport] as const),
);

describe.each(CLIENTS)('a client of %s over %s', (generation, transport) => {
  let client: ExactClient;
  const call = async (name: string, args: object) =>
    client.request('tools/call', { name, arguments: args });
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

  const SPELLINGS = [
    ...['9007199254740993.0', '9007199254740993e0', '9.007199254740993e15', '90071992547409930e-1'],
    ...['12345678901234567.89', '-9007199254740993', '1e400'],
  ];
  it.each([...ACCOUNTS, ...SPELLINGS])(
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
    const taskId = await client.start('pay', { account_id, note });

    expect(await given().temporal.workflow.getHandle(taskId).query('getPurchase')).toMatchObject({
      account_id,
      note: { ...note, numbers: [9_007_199_254_740_991, 0.5, 1.5e300, -1] },
    });
  });

  it.each(['9007199254740993.5', '9.007199254740993e15', '12345678901234567.89'])(
    'is told that only the operator can mend %s where the schema takes no text',
    async (digits) => {
      const amount = exactly(digits);

      expect((await call('pay', { account_id: '1', amount })).text).toContain(
        `/amount ${TOO_LARGE}: ${DECLARE_TEXT}.`,
      );
      expect((await call('pay', { account_id: '1', amount: digits })).text).toContain(
        `/amount must be number, but its JSON text has a number that is too large to keep all its digits: ${DECLARE_TEXT}.`,
      );
    },
  );

  it('changes nothing by an Update with such a number', async () => {
    const task_id = await client.start('buy', { item: 'a lamp', cents: 1 });
    const { text } = await call('change_amount', { task_id, cents: exactly(ACCOUNTS[1]) });

    expect(text).toContain(
      `Invalid arguments for change_amount: /cents ${TOO_LARGE}: ${DECLARE_TEXT}.`,
    );
    expect(await given().temporal.workflow.getHandle(task_id).query('getPurchase')).toMatchObject({
      cents: 1,
    });
  });

  it('is not held up by such a number elsewhere', async () => {
    const _meta = { 'com.example/nanoseconds': exactly('1764073383123456789') };

    expect((await client.request('tools/list', { _meta })).message).toHaveProperty('result.tools');
  });
});

/** The numbers of the Workflow `accountNumbers`, with all their digits. */
const FIRST = '9007199254740993';
const ACCOUNT = '3544790567247868102';
const ALL = `{"account":${ACCOUNT},"next":3544790567247868103,"rows":[{"id":${FIRST}}],"total":12345678901234567.89,"sum":${FIRST}}`;
/** JSON inside a text of JSON. */
const quoted = (json: string): string => JSON.stringify(json).slice(1, -1);

describe.each(CLIENTS)('what a client of %s over %s reads', (generation, transport) => {
  let client: ExactClient;
  /** Calls a tool until its end, and returns the text of the reply with the result. */
  const end = async (name: string): Promise<string> => {
    const taskId = await client.start(name, {});
    if (generation === '2025-11-25') return (await client.request('tasks/result', { taskId })).text;
    return eventually('the result', async () => {
      const { text } = await client.request('tasks/get', { taskId });
      return text.includes('"status":"completed"') && text;
    });
  };

  beforeAll(async () => {
    client = await connectExactly(generation, transport, given());
  });

  afterAll(async () => {
    await client.close();
  });

  it('has all digits in a result that fits its output schema, as data and as text', async () => {
    const text = await end('accounts');

    expect(text).toContain(`"structuredContent":${ALL}`);
    expect(text).toContain(`"text":"${quoted(ALL)}"`);
    expect(text).not.toContain('"isError":true');
  });

  it('has all digits in the words of the manifest, and in values of expressions', async () => {
    expect(await end('accounts_in_words')).toContain(
      `"text":"Account ${ACCOUNT}, then ${FIRST} of ${quoted(`[{"id":${FIRST}}]`)}: 12345678901234567.89"`,
    );
    const text = await end('accounts_by_expression');
    expect(text).toContain(
      `"text":"First ${FIRST} ${quoted(`[{"id":${FIRST}}]`)} 12345678901234567.89"`,
    );
    expect(text).toContain(
      `"structuredContent":{"first":${FIRST},"others":[${ACCOUNT},3544790567247868103]}`,
    );
  });

  it('has all digits in a result that is a resource', async () => {
    const [, uri] = /"uri":"([^"]*)"/.exec(await end('accounts_to_read')) ?? [];
    const { text } = await client.request('resources/read', { uri });

    expect(text).toContain(quoted(`[{"id":${FIRST}}]`));
  });

  it('has all digits in the answers of a Query and an Update, a question and a status', async () => {
    const task_id = await client.start('choose_account', { waits: true });
    for (const name of ['show_accounts', 'change_accounts']) {
      const { text } = await client.request('tools/call', { name, arguments: { task_id } });
      expect(text).toContain(`"structuredContent":${ALL}`);
    }
    const { text } = await client.request('tools/call', {
      name: 'task_status',
      arguments: { task_id },
    });

    expect(text).toContain(`Account ${ACCOUNT} or ${FIRST}?`);
    await eventually('the status', async () => {
      const { text: task } = await client.request('tasks/get', { taskId: task_id });
      return task.includes(`Accounts ${ACCOUNT} and ${FIRST}`);
    });
    await given().temporal.workflow.getHandle(task_id).terminate();
  });
});

describe('an answer with a number that loses digits', () => {
  const answer = { action: 'accept', content: { account: exactly(ACCOUNTS[1]) } };
  const misfit = `/content/account ${TOO_LARGE}: ${DECLARE_TEXT}`;

  it('is refused in 2026-07-28, and its question stays open', async () => {
    const client = await connectExactly('2026-07-28', 'http', given());
    const taskId = await client.start('buy', { item: 'a lamp', cents: 1 });
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
    // First, since a connection over stdio may be asked before the task is awaited.
    client.answerWith(answer, { action: 'accept', content: { account: 7 } });
    const taskId = await client.start('buy', { item: 'a lamp', cents: 1 });
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
