import { describe, expect, it } from '@jest/globals';

import type { InputRequest } from '../../../../src/core/input-request.js';
import { NO_CAPABILITIES } from '../../../../src/mcp/rev2025-11-25/client-capabilities.js';

import { openStream, openTask, OWNER, QUESTION, TASK_ID } from './asking.js';

const elicit = (params: Record<string, unknown>): InputRequest => ({
  method: 'elicitation/create',
  params,
});
const sample = (params: Record<string, unknown>): InputRequest => ({
  method: 'sampling/createMessage',
  params,
});

/** What a Workflow in any language may have put into its memo. */
const INVALID: readonly (readonly [string, InputRequest, RegExp])[] = [
  ['a form without a message', elicit({ requestedSchema: {} }), /\/message must say/],
  ['a form without a schema', elicit({ message: 'Well?' }), /\/requestedSchema must be an object/],
  [
    'a form with a nested field',
    elicit({
      message: 'Well?',
      requestedSchema: { type: 'object', properties: { a: { type: 'object' } } },
    }),
    /\/requestedSchema\/properties\/a must be of type/,
  ],
  ['a mode that is none', elicit({ mode: 'voice', message: 'Well?' }), /\/mode must be/],
  [
    'a page that is no web page',
    elicit({ mode: 'url', message: 'Pay', url: 'ftp://x', elicitationId: 'e' }),
    /\/url must be/,
  ],
  ['a request to a model without messages', sample({ maxTokens: 5 }), /\/messages must be/],
];

describe('a question that breaks the rules of MCP', () => {
  it.each(INVALID)(
    'is never sent, and answered with an error: %s',
    async (...[, request, text]) => {
      const tasks = await openTask({ inputRequests: { i1: request, i2: QUESTION } });
      const stream = openStream(tasks);

      await stream.deliver();
      await stream.deliver();

      const error = { code: -32602, message: expect.stringMatching(text) };
      const isElicitation = request.method === 'elicitation/create';
      expect(tasks.answered).toStrictEqual([
        {
          taskId: TASK_ID,
          responses: { i1: isElicitation ? { action: 'cancel', error } : { error } },
        },
      ]);
      expect(stream.sent.map(({ params }) => params['message'])).toStrictEqual(['Well?']);
    },
  );

  it.each([true, false])(
    'is answered also where the client could not be asked (refuses: %s)',
    async (refuses) => {
      const tasks = await openTask({ inputRequests: { i1: elicit({}) } });
      const stream = openStream(tasks, { capabilities: NO_CAPABILITIES, refuses });

      await stream.deliver();

      expect(tasks.answered).toMatchObject([{ responses: { i1: { error: { code: -32602 } } } }]);
    },
  );

  it('is answered once a stream, also where the Workflow leaves it open', async () => {
    const tasks = await openTask({ inputRequests: { i1: elicit({}) } });
    const stream = openStream(tasks);

    await stream.deliver();
    tasks.update(TASK_ID, { phase: 'inputRequired', inputRequests: { i1: elicit({}) } });
    await stream.deliver();

    expect(tasks.answered).toHaveLength(1);
  });

  it('leaves a plain reading of the task as it is', async () => {
    const tasks = await openTask({ inputRequests: { i1: elicit({}) } });

    await expect(tasks.get(TASK_ID, OWNER)).resolves.toMatchObject({ phase: 'inputRequired' });
    expect(tasks.answered).toStrictEqual([]);
  });
});
