/** Hosts that answer forms with texts and `null`. */
import { describe, expect, it } from '@jest/globals';

import { ALL_CAPABILITIES, connectAskedStdio, questionsIn } from '../../support/asked-client.js';
import { eventually } from '../../support/eventually.js';
import { askByContract } from '../../support/steps/question-steps.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { createTask, untilStatus } from '../../support/steps/rev2026-task-steps.js';
import { withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();

const FORM = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'How many?',
    requestedSchema: {
      type: 'object',
      properties: {
        n: { type: 'integer' },
        rate: { type: 'number' },
        ok: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        note: { type: 'string' },
      },
      required: ['n', 'ok', 'note'],
    },
  },
};
const SENT = {
  action: 'accept',
  content: { n: '25', rate: null, ok: 'true', tags: '["a"]', note: '7' },
};
const TAKEN = { content: { n: 25, ok: true, tags: ['a'], note: '7' } };

describe('an answer with JSON texts and null', () => {
  it('is taken in 2026-07-28, with the values', async () => {
    const { peer } = given();
    const { taskId } = await createTask(peer, 'ask_by_contract', { requests: { q: FORM } });
    await untilStatus(peer, taskId, 'input_required');
    await resultOf(peer.request('tasks/update', { taskId, inputResponses: { q: SENT } }));
    const { result } = await untilStatus(peer, taskId, 'completed');

    expect(result).toMatchObject({ structuredContent: { q: TAKEN } });
    expect(result).not.toHaveProperty('structuredContent.q.content.rate');
  });

  it('is taken in 2025-11-25, also with its content as one text', async () => {
    const client = await connectAskedStdio(given().options, ALL_CAPABILITIES);
    const taskId = await askByContract(client, { q: FORM });
    const { reply } = client.open('tasks/result', { taskId });
    const [asked] = await eventually('the question', () => {
      const questions = questionsIn(client.received);
      return questions.length > 0 && questions;
    });
    await client.send({
      id: asked?.id,
      result: { action: 'accept', content: JSON.stringify(SENT.content) },
    });
    const result = await resultOf(reply);
    await client.close();

    expect(result).toMatchObject({ structuredContent: { q: TAKEN } });
  });

  it.each([
    [{ ...SENT.content, n: null }, '/content/n is required'],
    [
      { ...SENT.content, n: '9.007199254740993e15' },
      '/content/n is too large to keep all its digits',
    ],
    [{ ...SENT.content, n: '25.5' }, '/content/n must be a number'],
    [{ ...SENT.content, ok: 'yes' }, '/content/ok must be true or false'],
  ])('is refused where it does not fit: %j', async (content, words) => {
    const { peer, temporal } = given();
    const { taskId } = await createTask(peer, 'ask_by_contract', { requests: { q: FORM } });
    await untilStatus(peer, taskId, 'input_required');
    const reply = await peer.request('tasks/update', {
      taskId,
      inputResponses: { q: { action: 'accept', content } },
    });
    await temporal.workflow.getHandle(taskId).terminate();

    expect(reply.error).toMatchObject({ code: -32602, message: expect.stringContaining(words) });
  });
});
