import { describe, expect } from '@jest/globals';

import { verifyRev2026 } from '../../support/conformance/verify-rev2026.js';
import { eventually } from '../../support/eventually.js';
import { NO_EXTENSION, TASKS_EXTENSION } from '../../support/raw-mcp-2026.js';
import { errorOf, resultOf } from '../../support/steps/rev2025-task-steps.js';
import {
  accept,
  answer,
  createTask,
  getTask,
  membersOf,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';

const { verifies, verifiesOverStdio } = verifyRev2026();

const withExtension = (capabilities: object): { capabilities: object } => ({
  capabilities: { ...capabilities, extensions: { [TASKS_EXTENSION]: {} } },
});

describe('a question of a task', () => {
  verifies(['T26-61'], 'is bare', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
    const [question] = Object.values(await untilAsked(mcp, taskId));

    expect(Object.keys(question ?? {}).sort()).toStrictEqual(['method', 'params']);
    expect(question).toMatchObject({
      method: 'elicitation/create',
      params: { message: 'Delete a.txt?', requestedSchema: { type: 'object' } },
    });
    for (const member of ['task', '_meta', 'elicitationId']) {
      expect(question?.params).not.toHaveProperty(member);
    }
    await mcp.request('tasks/cancel', { taskId });
  });

  verifies(['T26-61'], 'is bare as well where it asks to open a page', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'ask_for_visit', { url: 'https://pay.example/1' });
    const [question] = Object.values(await untilAsked(mcp, taskId));

    expect(question).toMatchObject({
      method: 'elicitation/create',
      params: { mode: 'url', url: 'https://pay.example/1' },
    });
    expect(question?.params).not.toHaveProperty('elicitationId');
    await mcp.request('tasks/cancel', { taskId });
  });

  verifies(['T26-60'], 'keeps its key, and no later one has it', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'ask_again', { runs: 0 });
    const first = Object.keys(await untilAsked(mcp, taskId));
    await answer(mcp, taskId, { [first[0] ?? '']: accept({ confirm: true }) });
    const second = await eventually('the second question', async () => {
      const { inputRequests = {} } = await getTask(mcp, taskId);
      const keys = Object.keys(inputRequests);
      return keys.length > 0 && keys[0] !== first[0] ? keys : undefined;
    });

    expect(first).toHaveLength(1);
    expect(second).toHaveLength(1);
    await mcp.request('tasks/cancel', { taskId });
  });

  verifies(
    ['T26-62', 'T26-02'],
    'is not shown to a client that it cannot be put to',
    async ({ mcp }) => {
      const form = await createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
      const page = await createTask(mcp, 'ask_for_visit', { url: 'https://pay.example/1' });
      const model = await createTask(mcp, 'ask_model_for_summary', { text: 'long' });
      for (const { taskId } of [form, page, model]) await untilAsked(mcp, taskId);

      for (const [task, capabilities, required] of [
        [form, {}, { elicitation: {} }],
        [form, { elicitation: { url: {} } }, { elicitation: {} }],
        [page, { elicitation: {} }, { elicitation: { url: {} } }],
        [page, { elicitation: { form: {} } }, { elicitation: { url: {} } }],
        [model, { elicitation: {} }, { sampling: {} }],
      ] as const) {
        const options = withExtension(capabilities);
        const error = await errorOf(mcp.request('tasks/get', { taskId: task.taskId }, options));

        expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: required } });
        expect(JSON.stringify(error)).not.toContain('inputRequests');
      }
      for (const [task, capabilities] of [
        [form, { elicitation: {} }],
        [page, { elicitation: { url: {} } }],
        [model, { sampling: {} }],
      ] as const) {
        const options = withExtension(capabilities);

        expect(
          await resultOf(mcp.request('tasks/get', { taskId: task.taskId }, options)),
        ).toHaveProperty('status', 'input_required');
      }
      for (const { taskId } of [form, page, model]) await mcp.request('tasks/cancel', { taskId });
    },
  );

  verifies(['T26-07'], 'is never the answer to a request about a task', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
    await untilAsked(mcp, taskId);
    for (const [method, params] of [
      ['tasks/get', { taskId }],
      ['tasks/update', { taskId, inputResponses: {} }],
      ['tasks/cancel', { taskId }],
    ] as const) {
      const result = await resultOf(mcp.request(method, params));

      expect(result['resultType']).toBe('complete');
      expect(result).not.toHaveProperty('requestState');
    }
  });

  verifiesOverStdio(['T26-06'], 'is never sent as a request', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
    const plain = mcp.request(
      'tools/call',
      { name: 'confirm_delete', arguments: { filename: 'b.txt' } },
      { capabilities: NO_EXTENSION },
    );
    await untilAsked(mcp, taskId);
    await plain;
    await mcp.request('tasks/cancel', { taskId });

    const requests = mcp.output.filter(
      ({ id, method }) => id !== undefined && method !== undefined,
    );
    expect(requests).toStrictEqual([]);
  });
});

describe('tasks/update', () => {
  verifies(
    ['T26-63', 'T26-64'],
    'acknowledges, and the question is gone at once',
    async ({ mcp, other }) => {
      const { taskId } = await createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
      const [key = ''] = Object.keys(await untilAsked(mcp, taskId));
      const ack = await answer(mcp, taskId, { [key]: accept({ confirm: true }) });
      for (const reader of [mcp, other]) {
        expect((await getTask(reader, taskId)).inputRequests ?? {}).not.toHaveProperty(key);
      }

      expect(membersOf(ack)).toStrictEqual(['resultType']);
      expect(ack['resultType']).toBe('complete');
      expect(await untilStatus(mcp, taskId, 'completed')).toMatchObject({
        result: { content: [{ type: 'text', text: 'Deleted a.txt.' }] },
      });
    },
  );

  verifies(
    ['T26-66', 'T26-41', 'T26-64'],
    'takes one answer, and waits for the other',
    async ({ mcp, other }) => {
      const { taskId } = await createTask(mcp, 'multi_input');
      const [first = '', second = ''] = Object.keys(await untilAsked(mcp, taskId, 2));
      await answer(mcp, taskId, { [first]: accept({ colour: 'red' }) });
      const partial = await getTask(mcp, taskId);

      expect(partial.status).toBe('input_required');
      expect(Object.keys(partial.inputRequests ?? {})).toStrictEqual([second]);
      await answer(other, taskId, { [second]: accept({ size: 3 }) });
      expect(await untilStatus(mcp, taskId, 'completed')).toMatchObject({
        result: {
          structuredContent: {
            colour: { action: 'accept', content: { colour: 'red' } },
            size: { action: 'accept', content: { size: 3 } },
          },
        },
      });
    },
  );

  verifies(['T26-65'], 'ignores keys that nobody asked or that are answered', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'multi_input');
    const [first = '', second = ''] = Object.keys(await untilAsked(mcp, taskId, 2));
    const acks = [
      await answer(mcp, taskId, { nobody: 'asked for this' }),
      await answer(mcp, taskId, { [first]: accept({ colour: 'red' }), nobody: [1] }),
      await answer(mcp, taskId, { [first]: accept({ colour: 'green' }) }),
      await answer(mcp, taskId, { [second]: accept({ size: 1 }) }),
    ];
    const { result } = await untilStatus(mcp, taskId, 'completed');
    acks.push(await answer(mcp, taskId, { [second]: accept({ size: 2 }) }));

    expect(acks.map((ack) => membersOf(ack))).toStrictEqual(acks.map(() => ['resultType']));
    expect(result).toMatchObject({
      structuredContent: { colour: { content: { colour: 'red' } }, size: { content: { size: 1 } } },
    });
  });

  verifies(['T26-69'], 'takes a refusal and a dismissal for answers', async ({ mcp }) => {
    for (const action of ['decline', 'cancel']) {
      const { taskId } = await createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
      const [key = ''] = Object.keys(await untilAsked(mcp, taskId));
      await answer(mcp, taskId, { [key]: { action } });

      expect(await untilStatus(mcp, taskId, 'completed')).toHaveProperty('result.content', [
        { type: 'text', text: `Did not delete a.txt: ${action}.` },
      ]);
    }
  });

  verifies(['T26-69'], 'takes consent to open a page for no more than that', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'ask_for_visit', { url: 'https://pay.example/1' });
    const [key = ''] = Object.keys(await untilAsked(mcp, taskId));
    await answer(mcp, taskId, { [key]: { action: 'accept' } });
    const { result } = await untilStatus(mcp, taskId, 'completed');

    expect(result).toMatchObject({ structuredContent: { action: 'accept' } });
  });

  verifies(['T26-61'], 'takes what a model has said', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'ask_model_for_summary', { text: 'long' });
    const [[key, question] = []] = Object.entries(await untilAsked(mcp, taskId));
    const said = {
      role: 'assistant',
      content: { type: 'text', text: 'short' },
      model: 'test-model',
    };
    await answer(mcp, taskId, { [key ?? '']: said });

    expect(question?.method).toBe('sampling/createMessage');
    expect(await untilStatus(mcp, taskId, 'completed')).toHaveProperty(
      'result.structuredContent',
      expect.objectContaining(said),
    );
  });

  verifies(['T26-67'], 'refuses a task that is unknown', async ({ mcp }) => {
    const params = { taskId: 'unknown', inputResponses: {} };

    expect(await errorOf(mcp.request('tasks/update', params))).toHaveProperty('code', -32602);
  });

  verifies(
    ['T26-65'],
    'refuses an answer of the wrong kind, and takes none of the others',
    async ({ mcp }) => {
      const { taskId } = await createTask(mcp, 'multi_input');
      const [first = '', second = ''] = Object.keys(await untilAsked(mcp, taskId, 2));
      const inputResponses = { [first]: accept({ colour: 'red' }), [second]: { action: 'maybe' } };

      expect(await errorOf(mcp.request('tasks/update', { taskId, inputResponses }))).toHaveProperty(
        'code',
        -32602,
      );
      expect(Object.keys((await getTask(mcp, taskId)).inputRequests ?? {})).toStrictEqual([
        first,
        second,
      ]);
      await mcp.request('tasks/cancel', { taskId });
    },
  );
});
