import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  ALL_CAPABILITIES,
  type AskedClient,
  connectAskedHttp,
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
