import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { openTaskHarness, type TaskHarness } from '../../support/task-harness.js';

let tasks: TaskHarness;

beforeAll(async () => {
  tasks = await openTaskHarness();
});

afterAll(() => tasks.close());

const deleteForm = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Delete it?' } },
  required: ['confirm'],
};
const textResult = (text: string) => ({ content: [{ type: 'text', text }] });

describe('elicit', () => {
  it('publishes the form as MCP words it, and withdraws it when it is answered', async () => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt' });

    const asking = await task.untilOpen('i1');
    await task.answer({ i1: { action: 'accept', content: { confirm: true } } });

    expect(asking).toEqual({
      v: 1,
      status: 'input_required',
      inputRequests: {
        i1: {
          method: 'elicitation/create',
          params: { mode: 'form', message: 'Delete a.txt?', requestedSchema: deleteForm },
          askedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      },
      checksContent: true,
      keepsClientTasks: true,
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await task.handle.result()).toStrictEqual(textResult('Deleted a.txt.'));
    expect(await task.state()).toEqual({
      v: 2,
      status: 'working',
      updatedAt: expect.any(String),
    });
  });

  it.each([
    [{ action: 'accept', content: { confirm: false } }, 'not confirmed'],
    [{ action: 'decline' }, 'decline'],
    [{ action: 'cancel' }, 'cancel'],
    [{ action: 'cancel', error: { code: -1, message: 'User rejected' } }, 'cancel'],
  ])('hands on the answer %j', async (answer, outcome) => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt' });

    await task.untilOpen('i1');
    await task.answer({ i1: answer });

    expect(await task.handle.result()).toStrictEqual(
      textResult(`Did not delete a.txt: ${outcome}.`),
    );
  });

  it('says why the client could not ask', async () => {
    const task = await tasks.start('multiInput');
    const error = { code: -32603, message: 'No such mode', data: { mode: 'form' } };

    await task.untilOpen('i1', 'i2');
    await task.answer({ i1: { action: 'cancel', error }, i2: { action: 'cancel', error: 'odd' } });

    expect(await task.handle.result()).toStrictEqual({
      colour: { action: 'cancel', error },
      size: { action: 'cancel' },
    });
  });

  it.each([
    ['a missing member', { action: 'accept', content: {} }, 'confirm is required'],
    ['no content', { action: 'accept' }, 'must be an object'],
    [
      'a value of another type',
      { action: 'accept', content: { confirm: 'yes' } },
      'confirm must be true or false',
    ],
    ['an unknown action', { action: 'maybe' }, 'action must be "accept", "decline" or "cancel"'],
  ])('asks again after an answer with %s', async (_what, answer, problem) => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt' });

    await task.untilOpen('i1');
    await task.answer({ i1: answer });
    const again = await task.untilOpen('i2');
    await task.answer({ i2: { action: 'accept', content: { confirm: true } } });

    expect(again.inputRequests?.['i2']?.params).toMatchObject({
      message: `Delete a.txt? (Please correct: ${problem}.)`,
      requestedSchema: deleteForm,
    });
    expect(await task.handle.result()).toStrictEqual(textResult('Deleted a.txt.'));
  });

  it('asks again after an answer whose parts are too large to be kept as defaults', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'integer' } },
      required: ['c'],
    };
    const task = await tasks.start('askWithSchema', { schema });

    await task.untilOpen('i1');
    await task.answer({
      i1: { action: 'accept', content: { a: 'x'.repeat(40_000), b: 'short', c: 'no' } },
    });
    const again = await task.untilOpen('i2');
    await task.answer({ i2: { action: 'decline' } });

    expect(again.inputRequests?.['i2']?.params['requestedSchema']).toStrictEqual({
      ...schema,
      properties: { ...schema.properties, b: { type: 'string', default: 'short' } },
    });
    expect(await task.handle.result()).toMatchObject({ action: 'decline' });
  });

  it('gives up after ten answers that do not fit', async () => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt' });

    for (let tries = 1; tries <= 10; tries += 1) {
      await task.untilOpen(`i${tries}`);
      await task.answer({ [`i${tries}`]: { action: 'accept' } });
    }

    expect(await task.failure()).toMatchObject({
      type: 'mcp.InvalidInputResponse',
      message: '10 answers in a row did not fit the form: Delete a.txt?',
    });
  });

  it('does without an answer when the deadline is over, and withdraws the question', async () => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt', deadlineMs: 50 });

    expect(await task.handle.result()).toStrictEqual(textResult('Did not delete a.txt: expired.'));
    expect(await task.state()).toMatchObject({ status: 'working', v: 2 });
  });

  it('does not prolong the deadline by asking again', async () => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt', deadlineMs: 600_000 });

    const asked = await task.untilOpen('i1');
    await task.answer({ i1: { action: 'accept' } });
    const askedAgain = await task.untilOpen('i2');

    const [first = NaN, second = NaN] = await task.timersMs();
    expect(first).toBe(600_000);
    expect(second).toBeLessThan(first);
    const { askedAt = '', answerBy } = asked.inputRequests?.['i1'] ?? {};
    expect(answerBy).toBe(new Date(Date.parse(askedAt) + 600_000).toISOString());
    expect(askedAgain.inputRequests?.['i2']).toMatchObject({ answerBy });
  });

  it('withdraws the question of a cancelled scope, and ignores its answer', async () => {
    const task = await tasks.start('askInScope');

    await task.untilOpen('i1');
    await task.proceed();
    await task.untilOpen('i2');
    await task.answer({ i1: { action: 'decline' } });
    await task.answer({ i2: { action: 'accept', content: { confirm: true } } });

    expect(await task.handle.result()).toStrictEqual({
      first: 'CancelledFailure',
      second: 'accept',
    });
  });

  it('takes a zod schema, keeps what was filled in rightly, and gives the answer as zod does', async () => {
    const task = await tasks.start('askWithZod');

    const asking = await task.untilOpen('i1');
    await task.answer({
      i1: { action: 'accept', content: { email: 'a@b.example', amount: 3, code: 'B-1' } },
    });
    const again = await task.untilOpen('i2');
    await task.answer({
      i2: { action: 'accept', content: { email: 'a@b.example', amount: 3, code: 'A-1' } },
    });

    const email = { type: 'string', format: 'email', title: 'E-mail' };
    const amount = { type: 'integer', minimum: 1, maximum: 10 };
    expect(asking.inputRequests?.['i1']?.params['requestedSchema']).toStrictEqual({
      type: 'object',
      properties: {
        email,
        amount,
        gift: { type: 'boolean', default: false },
        code: { type: 'string' },
      },
      required: ['email', 'amount', 'code'],
    });
    expect(again.inputRequests?.['i2']?.params).toMatchObject({
      message: 'Your order, please. (Please correct: code must begin with A-.)',
      requestedSchema: {
        properties: {
          email: { ...email, default: 'a@b.example' },
          amount: { ...amount, default: 3 },
          code: { type: 'string' },
        },
      },
    });
    expect(await task.handle.result()).toStrictEqual({
      action: 'accept',
      content: { email: 'a@b.example', amount: 3, gift: false, code: 'a-1' },
    });
  });

  it.each([
    [
      'a nested object',
      { type: 'object', properties: { a: { type: 'object', properties: {} } } },
      '/requestedSchema/properties/a must be of type string, number,',
    ],
    ['no properties', { type: 'object' }, '/requestedSchema must be an object schema'],
    [
      'a rule that MCP does not have',
      { type: 'object', properties: { a: { type: 'string', pattern: '^a' } } },
      '/requestedSchema/properties/a cannot have "pattern"',
    ],
  ])('fails and publishes nothing for a form with %s', async (_what, schema, problem) => {
    const task = await tasks.start('askWithSchema', { schema });

    expect(await task.failure()).toMatchObject({
      type: 'mcp.InvalidInputRequest',
      nonRetryable: true,
      message: expect.stringContaining(`MCP cannot ask this with elicitation/create: ${problem}`),
    });
    expect(await task.state()).toEqual({});
  });

  it('fails and publishes nothing when the state would exceed 32 KB, in bytes', async () => {
    const schema = { type: 'object', properties: {} };
    const message = 'ä'.repeat(16 * 1024);
    const task = await tasks.start('askWithSchema', { schema, message });

    expect(await task.failure()).toMatchObject({ type: 'mcp.StateTooLarge' });
    expect(await task.state()).toEqual({});
  });

  it('fails when two questions have one name at the same time', async () => {
    const task = await tasks.start('askTwiceByName');

    expect(await task.failure()).toMatchObject({
      type: 'mcp.InvalidInputRequest',
      message: expect.stringContaining('"same" is being asked already'),
    });
  });

  it('waits in a Workflow that is no MCP task just the same', async () => {
    const task = await tasks.startPlain('waitForAnswer', { opening: 'atOnce' });

    await task.untilOpen('i1');
    await task.answer({ i1: { action: 'decline' } });

    expect(await task.handle.result()).toStrictEqual({ action: 'decline', isTask: false });
  });
});

describe('several questions at once', () => {
  const red = { action: 'accept', content: { colour: 'red' } };
  const five = { action: 'accept', content: { size: 5 } };

  it('takes their answers one by one, in any order', async () => {
    const task = await tasks.start('multiInput');

    await task.untilOpen('i1', 'i2');
    await task.answer({ i2: five });
    const partial = await task.untilOpen('i1');
    await task.answer({ i1: red });

    expect(partial.status).toBe('input_required');
    expect(await task.handle.result()).toStrictEqual({ colour: red, size: five });
  });

  it('takes two answers in one Signal', async () => {
    const task = await tasks.start('multiInput');

    await task.untilOpen('i1', 'i2');
    await task.answer({ i1: red, i2: five });

    expect(await task.handle.result()).toStrictEqual({ colour: red, size: five });
  });

  it('counts the first answer to a key, also when several arrive at once', async () => {
    const task = await tasks.start('multiInput');
    await task.untilOpen('i1', 'i2');

    await tasks.withoutWorker(async () => {
      await task.answer({ i1: red });
      await task.answer({ i1: { action: 'decline' }, i2: five });
      await task.answer({ i2: { action: 'decline' } });
    });

    expect(await task.handle.result()).toStrictEqual({ colour: red, size: five });
  });

  it.each([
    ['an unknown key', { i9: red }],
    ['a key of the object prototype', { constructor: red, toString: red }],
    ['a text', 'i1'],
    ['a list', [red]],
    ['nothing', null],
    ['answers that are no objects', { i1: 'red', i2: null }],
    ['an answer that is a list', { i1: [red] }],
  ])('ignores %s without publishing anything', async (_what, payload) => {
    const task = await tasks.start('multiInput');

    const before = await task.untilOpen('i1', 'i2');
    await task.answer(payload);
    await task.answer({ i2: five });
    const after = await task.untilOpen('i1');

    expect(after.v).toBe((before.v ?? 0) + 1);
  });
});

describe('elicitUrl', () => {
  it('asks to open the page, and says only that the person agreed', async () => {
    const task = await tasks.start('askForVisit', { url: 'https://pay.example/1' });

    const { inputRequests } = await task.untilOpen('i1');
    await task.answer({ i1: { action: 'accept', content: { more: 'than asked' } } });

    expect(inputRequests?.['i1']).toMatchObject({
      method: 'elicitation/create',
      params: {
        mode: 'url',
        message: 'Please pay.',
        url: 'https://pay.example/1',
        elicitationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    expect(await task.handle.result()).toStrictEqual({ action: 'accept' });
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://', 'pay.example'])(
    'refuses the URL %s',
    async (url) => {
      const task = await tasks.start('askForVisit', { url });

      expect(await task.failure()).toMatchObject({ type: 'mcp.InvalidInputRequest' });
    },
  );
});

describe('sample', () => {
  const answer = { role: 'assistant', content: { type: 'text', text: 'Short.' }, model: 'm' };

  it('asks the model as MCP words it, and returns its answer', async () => {
    const task = await tasks.start('askModelForSummary', { text: 'Long.' });

    const { inputRequests } = await task.untilOpen('i1');
    await task.answer({ i1: answer });

    expect(inputRequests?.['i1']).toMatchObject({
      method: 'sampling/createMessage',
      params: {
        messages: [{ role: 'user', content: { type: 'text', text: 'Summarize: Long.' } }],
        maxTokens: 100,
      },
    });
    expect(await task.handle.result()).toStrictEqual(answer);
  });

  it.each([
    [
      { error: { code: -1, message: 'User rejected sampling' } },
      'The client refused: User rejected sampling',
    ],
    [{ error: 'no' }, 'The client refused: The client gave no reason.'],
    [{ text: 'Short.' }, "The client's answer must be a message with role and content."],
  ])('fails for the answer %j', async (response, message) => {
    const task = await tasks.start('askModelForSummary', { text: 'Long.' });

    await task.untilOpen('i1');
    await task.answer({ i1: response });

    expect(await task.failure()).toMatchObject({ type: 'mcp.SamplingFailed', message });
  });

  it('fails when the deadline is over', async () => {
    const task = await tasks.start('askModelForSummary', { text: 'Long.', deadlineMs: 30 });

    expect(await task.failure()).toMatchObject({
      type: 'mcp.SamplingFailed',
      message: 'The client did not answer in time.',
    });
  });
});
