import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  type AskedClient,
  connectAskedHttp,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
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
  it('are answered with the reason, and none of them reaches the client', async () => {
    const taskId = await create({ ...INVALID, valid: VALID });
    const waiting = client.open('tasks/result', { taskId });
    const [question] = await untilAsked(client, { taskId });
    await client.send({ id: question.id, result: { action: 'decline' } });
    const { result } = await within(PATIENCE_MS, waiting.reply);

    const { valid, model, ...forms } = result?.['structuredContent'] as Record<string, unknown>;
    const error = { code: -32602, message: expect.stringMatching(/^MCP cannot ask this with /) };
    expect(valid).toMatchObject({ action: 'decline' });
    expect(model).toStrictEqual({ error });
    expect(Object.keys(forms)).toHaveLength(Object.keys(INVALID).length - 1);
    for (const answer of Object.values(forms)) {
      expect(answer).toStrictEqual({ action: 'cancel', error });
    }
    expect(questionsIn(client.received, taskId)).toStrictEqual([question]);
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

  it('are answered in a plain call, and for a client that cannot be asked', async () => {
    const unable = await connectAskedHttp([given().url], { capabilities: {} });
    const params = { name: 'ask_by_contract', arguments: { requests: { one: INVALID['nested'] } } };
    const { result } = await within(PATIENCE_MS, unable.request('tools/call', params));

    expect(result?.['structuredContent']).toMatchObject({
      one: { action: 'cancel', error: { code: -32602, message: expect.stringMatching(/flat/) } },
    });
    await unable.close();
  });

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
