import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  ALL_CAPABILITIES,
  type AskedClient,
  connectAskedHttp,
  type OpenRequest,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

let client: AskedClient;
beforeAll(async () => {
  client = await connectAskedHttp([given().url]);
});
afterAll(async () => client.close());

const form = (fields: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties: fields,
  required,
});
const elicit = (params: unknown): object => ({ method: 'elicitation/create', params });
const VALID = elicit({ message: 'Well?', requestedSchema: form({ ok: { type: 'boolean' } }) });

/** Invalid questions that a Workflow in any language may ask, each under a key of its own. */
const INVALID: Readonly<Record<string, object>> = {
  nothing: elicit({}),
  noSchema: elicit({ message: 'Well?' }),
  schemaIsText: elicit({ message: 'Well?', requestedSchema: 'form' }),
  nested: elicit({ message: 'Well?', requestedSchema: form({ a: form({}) }) }),
  required: elicit({ message: 'Well?', requestedSchema: form({}, ['a']) }),
  url: elicit({ mode: 'url', message: 'Pay', url: 'javascript:alert(1)', elicitationId: 'e' }),
  noElicitationId: elicit({ mode: 'url', message: 'Pay', url: 'https://pay.example' }),
  model: { method: 'sampling/createMessage', params: { messages: 'Hi', maxTokens: 5 } },
};

const create = async (requests: object): Promise<string> => {
  const params = { name: 'ask_by_contract', arguments: { requests }, task: {} };
  const { result } = await client.request('tools/call', params);
  return (result?.['task'] as { taskId: string }).taskId;
};

describe('questions of a Workflow that break the rules of MCP', () => {
  it('are answered by nobody, and the status and the log name the fault', async () => {
    const { model, ...forms } = INVALID;
    const taskId = await create({ ...INVALID, valid: VALID });
    const waiting = client.open('tasks/result', { taskId });
    const [question] = await untilAsked(client, { taskId });
    await client.send({ id: question.id, result: { action: 'decline' } });
    const task = await eventually('the valid question is over', async () => {
      const { result } = await client.request('tasks/get', { taskId });
      return result?.['status'] === 'working' ? result : undefined;
    });

    expect(task['statusMessage']).toMatch(
      /The workflow asks a question that MCP does not allow \(\/message must say what is asked for\)/,
    );
    expect(questionsIn(client.received, taskId)).toStrictEqual([question]);
    for (const key of Object.keys(forms)) {
      expect(given().readLog()).toMatch(new RegExp(`"question":"${key}"|question: "?${key}`));
    }
    const { memo } = await given().temporal.workflow.getHandle(taskId).describe();
    const open = (memo?.['mcp.task'] as { inputRequests: object }).inputRequests;
    expect(Object.keys(open).sort()).toStrictEqual(Object.keys(forms).sort());
    expect(model).toBeDefined();
    await client.request('tasks/cancel', { taskId });
    waiting.drop();
  });

  it('are answered with the reason if they are for a model', async () => {
    const taskId = await create({ model: INVALID['model'] });
    const { result } = await within(PATIENCE_MS, client.request('tasks/result', { taskId }));

    expect(result?.['structuredContent']).toStrictEqual({
      model: {
        error: { code: -32602, message: expect.stringMatching(/^MCP cannot ask this with /) },
      },
    });
  });

  it('are asked without members that are null', async () => {
    const requestedSchema = { ...form({ a: { type: 'string', format: null } }), title: null };
    const one = elicit({ mode: null, message: 'Code?', requestedSchema, elicitationId: null });
    const taskId = await create({ one });
    const waiting = client.open('tasks/result', { taskId });
    const [question] = await untilAsked(client, { taskId });
    await client.send({ id: question.id, result: { action: 'accept', content: { a: 'b' } } });
    const { result } = await within(PATIENCE_MS, waiting.reply);

    expect(question.params).toMatchObject({ message: 'Code?' });
    expect(question.params['requestedSchema']).toStrictEqual(form({ a: { type: 'string' } }));
    expect(result?.['structuredContent']).toMatchObject({
      one: { action: 'accept', content: { a: 'b' } },
    });
  });

  it('are asked without keywords that MCP does not know, and answered', async () => {
    const field = { type: 'string', minLength: 2 };
    const requestedSchema = form({ a: { ...field, pattern: '^a' } });
    const taskId = await create({ one: elicit({ message: 'Code?', requestedSchema }) });
    const waiting = client.open('tasks/result', { taskId });
    const [question] = await untilAsked(client, { taskId });
    expect(question.params['requestedSchema']).toStrictEqual(form({ a: field }));
    const content = { a: 'bc' };
    await client.send({ id: question.id, result: { action: 'accept', content } });
    const { result } = await within(PATIENCE_MS, waiting.reply);

    expect(result?.['structuredContent']).toMatchObject({ one: { action: 'accept', content } });
  });

  it('are asked as forms of MCP if pydantic wrote them, and answered only as they were written', async () => {
    const properties = {
      color: { $ref: '#/$defs/Color' },
      size: { anyOf: [{ type: 'integer', enum: [1, 2] }, { type: 'null' }], default: null },
    };
    const $defs = { Color: { enum: ['red', 'blue'], title: 'Color', type: 'string' } };
    const requestedSchema = { $defs, properties, required: ['color'], title: 'Order' };
    const taskId = await create({ one: elicit({ message: 'Which?', requestedSchema }) });
    const waiting = client.open('tasks/result', { taskId });
    const [question] = await untilAsked(client, { taskId });
    const accept = async (id: unknown, content: object): Promise<unknown> =>
      client.send({ id, result: { action: 'accept', content } });
    await accept(question.id, { color: 'red', size: 7 });
    const again = await eventually('it is asked again', () =>
      Promise.resolve(questionsIn(client.received, taskId)[1]),
    );
    await accept(again.id, { color: 'red', size: 2 });
    const { result } = await within(PATIENCE_MS, waiting.reply);

    expect(question.params['requestedSchema']).toMatchObject({
      type: 'object',
      properties: { color: $defs.Color, size: { type: 'integer' } },
    });
    expect(again.params['message']).toMatch(/must be one of \[1,2\]/);
    expect(result?.['structuredContent']).toMatchObject({
      one: { action: 'accept', content: { color: 'red', size: 2 } },
    });
  });

  it('have what the revision 2025-06-18 knows: named choices, and no list of choices', async () => {
    const older = await connectAskedHttp([given().url], { protocolVersion: '2025-06-18' });
    const call = (field: object): OpenRequest => {
      const one = elicit({ message: 'Which?', requestedSchema: form({ a: field }) });
      const args = { requests: { one }, note: randomUUID() };
      return older.open('tools/call', { name: 'ask_by_contract', arguments: args });
    };
    const choices = [{ const: 'eu', title: 'Europe' }];
    const titled = call({ type: 'string', oneOf: choices });
    const [question] = await untilAsked(older);
    const content = { a: 'eu' };
    await older.send({ id: question.id, result: { action: 'accept', content } });
    const answered = await within(PATIENCE_MS, titled.reply);
    const listed = await within(
      PATIENCE_MS,
      call({ type: 'array', items: { anyOf: choices } }).reply,
    );

    expect(question.params['requestedSchema']).toStrictEqual(
      form({ a: { type: 'string', enum: ['eu'], enumNames: ['Europe'] } }),
    );
    expect(answered.result?.['structuredContent']).toMatchObject({ one: { content } });
    expect(listed.result?.['structuredContent']).toMatchObject({
      one: { error: { message: expect.stringContaining('no forms with a list of choices') } },
    });
    await older.close();
  });

  it.each([ALL_CAPABILITIES, {}])(
    'are told to the model of a plain call at once, whose client can do %j',
    async (capabilities) => {
      const caller = await connectAskedHttp([given().url], { capabilities });
      const params = {
        name: 'ask_by_contract',
        arguments: { requests: { one: INVALID['nested'] }, note: randomUUID() },
      };
      const { result } = await within(PATIENCE_MS, caller.request('tools/call', params));

      expect(result?.['structuredContent']).toMatchObject({
        status: 'working',
        message: expect.stringMatching(/can't continue at the moment.*"Well\?".*forms are flat/),
      });
      await caller.close();
    },
  );

  it('keep nobody from reading, listing and cancelling the task', async () => {
    // The valid question keeps the task open until it is cancelled.
    const taskId = await create({ ...INVALID, valid: VALID });
    const read = await client.request('tasks/get', { taskId });
    const { result: list } = await client.request('tasks/list');
    const cancelled = await client.request('tasks/cancel', { taskId });

    expect(read.result).toMatchObject({ taskId });
    expect(list?.['tasks']).toContainEqual(expect.objectContaining({ taskId }));
    expect(cancelled.result).toMatchObject({ taskId, status: 'cancelled' });
  });
});
