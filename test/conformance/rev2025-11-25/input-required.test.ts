import { describe, expect } from '@jest/globals';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

import {
  type AskedClient,
  type Question,
  questionsIn,
  relatedTaskOf,
  untilAsked,
} from '../../support/asked-client.js';
import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import {
  expectGetTaskResult,
  RELATED_TASK_META_KEY,
} from '../../support/conformance/wire-shapes.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import {
  createTask,
  errorOf,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifies, verifiesOverHttp, verifiesOverStdio } = verifyRev2025();

const CONFIRM = { arguments: { filename: 'a.txt' } };
const YES = { action: 'accept', content: { confirm: true } };

/** The names of the fields that a form asks for. */
function fieldsOf({ params }: Question): string[] {
  return Object.keys((params['requestedSchema'] as { properties: object }).properties);
}

/** Waits until a task has no open question: over stdio, the server does not acknowledge an answer. */
async function untilNotAsking(client: AskedClient, taskId: string): Promise<object> {
  return eventually('no open question', async () => {
    const task = await getTask(client, taskId);
    return task.status === 'input_required' ? undefined : task;
  });
}

describe('the status', () => {
  verifies(['T25-60', 'T25-63', 'T25-40'], 'is input_required while one asks', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const asking = await untilStatus(client, taskId, 'input_required');
    const again = await getTask(client, taskId);
    const result = client.request('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    await client.send({ id, result: YES });

    expectGetTaskResult(asking);
    expect(again).toStrictEqual(asking);
    expect(await untilNotAsking(client, taskId)).toMatchObject({ taskId });
    expect(await resultOf(result)).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
    expect(await getTask(client, taskId)).toHaveProperty('status', 'completed');
  });

  verifiesOverHttp(['T25-63'], 'is left before the answer is acknowledged', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const result = client.request('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    await client.send({ id, result: YES });

    expect(await getTask(client, taskId)).not.toHaveProperty('status', 'input_required');
    await result;
  });

  verifies(['T25-60', 'T25-63'], 'stays input_required until the last answer', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'multi_input');
    const result = client.request('tasks/result', { taskId });
    const questions = await untilAsked(client, { taskId, count: 2 });
    const idOf = (field: string): unknown =>
      questions.find((question) => fieldsOf(question).includes(field))?.id;
    await client.send({ id: idOf('size'), result: { action: 'accept', content: { size: 3 } } });

    expect(await getTask(client, taskId)).toHaveProperty('status', 'input_required');
    await client.send({ id: idOf('colour'), result: { action: 'decline' } });
    expect(await untilNotAsking(client, taskId)).toMatchObject({ taskId });
    expect(await resultOf(result)).toMatchObject({
      structuredContent: {
        colour: { action: 'decline' },
        size: { action: 'accept', content: { size: 3 } },
      },
    });
  });

  verifies(['T25-60'], 'is input_required without anybody on a stream', async (peer) => {
    const { mcp, other } = peer;
    const taskId = await createTask(await peer.connectAsked(), 'confirm_delete', CONFIRM);

    expect(await untilStatus(mcp, taskId, 'input_required')).toHaveProperty('taskId', taskId);
    expect(await untilStatus(other, taskId, 'input_required')).toHaveProperty('taskId', taskId);
    await resultOf(mcp.request('tasks/cancel', { taskId }));
  });

  verifies(['T25-40', 'T25-102', 'T25-101'], 'is cancelled when one that asks is', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const result = client.request('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });

    expect(await resultOf(client.request('tasks/cancel', { taskId }))).toMatchObject({
      status: 'cancelled',
    });
    expect(await errorOf(within(PATIENCE_MS, result))).toMatchObject({
      code: -32603,
      data: { taskId, status: 'cancelled' },
    });
    await client.send({ id, result: YES });
    expect(await getTask(client, taskId)).toHaveProperty('status', 'cancelled');
    expect(await errorOf(client.request('tasks/cancel', { taskId }))).toHaveProperty(
      'code',
      -32602,
    );
  });
});

describe('a question', () => {
  verifies(['T25-61', 'T25-70'], 'names the task, and is a form of the schema', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const result = client.request('tasks/result', { taskId });
    const [question] = await untilAsked(client, { taskId });
    await client.send({ id: question.id, result: YES });

    expect(question).toMatchObject({
      jsonrpc: '2.0',
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'Delete a.txt?',
        requestedSchema: { type: 'object', required: ['confirm'] },
        _meta: { [RELATED_TASK_META_KEY]: { taskId } },
      },
    });
    const { method, params } = question;
    expect(ElicitRequestSchema.parse({ method, params })).toStrictEqual({ method, params });
    // The question has no members of the server's own.
    expect(Object.keys(params).sort()).toStrictEqual([
      '_meta',
      'message',
      'mode',
      'requestedSchema',
    ]);
    await result;
  });

  verifies(['T25-61'], 'may be a web page, for what does not belong in a form', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'ask_for_visit', {
      arguments: { url: 'https://pay.example/1' },
    });
    const result = client.request('tasks/result', { taskId });
    const [{ id, method, params }] = await untilAsked(client, { taskId });
    await client.send({ id, result: { action: 'accept' } });

    expect(ElicitRequestSchema.parse({ method, params })).toMatchObject({
      params: { mode: 'url', url: 'https://pay.example/1', elicitationId: expect.any(String) },
    });
    expect(params['_meta']).toStrictEqual({ [RELATED_TASK_META_KEY]: { taskId } });
    expect(await resultOf(result)).toMatchObject({ structuredContent: { action: 'accept' } });
  });

  verifies(['T25-61'], 'may be one to the model', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'ask_model_for_summary', {
      arguments: { text: 'a long story' },
    });
    const result = client.request('tasks/result', { taskId });
    const [{ id, method, params }] = await untilAsked(client, { taskId });
    const answer = {
      role: 'assistant',
      content: { type: 'text', text: 'Short.' },
      model: 'm',
      _meta: { [RELATED_TASK_META_KEY]: { taskId } },
    };
    await client.send({ id, result: answer });

    expect(CreateMessageRequestSchema.parse({ method, params })).toMatchObject({
      params: { maxTokens: 100 },
    });
    expect(params['_meta']).toStrictEqual({ [RELATED_TASK_META_KEY]: { taskId } });
    expect(await resultOf(result)).toMatchObject({
      structuredContent: { role: 'assistant', content: { text: 'Short.' } },
    });
  });

  verifies(['T25-61', 'T25-70'], 'of a plain call names no task', async (peer) => {
    const client = await peer.connectAsked();
    const call = client.open('tools/call', {
      name: 'confirm_delete',
      arguments: { filename: `plain-${peer.mcp.transport}.txt` },
    });
    const question = await eventually('the question', () =>
      questionsIn(call.received).find(({ params }) =>
        String(params['message']).includes(`plain-${peer.mcp.transport}`),
      ),
    );
    await client.send({ id: question.id, result: YES });

    expect(question.params).not.toHaveProperty('_meta');
    expect(await resultOf(call.reply)).toStrictEqual({
      content: [{ type: 'text', text: `Deleted plain-${peer.mcp.transport}.txt.` }],
    });
  });

  verifies(['T25-134'], 'has an ID that no other one has', async (peer) => {
    const client = await peer.connectAsked();
    for (let round = 0; round < 3; round++) {
      const taskId = await createTask(client, 'multi_input');
      const { reply } = client.open('tasks/result', { taskId });
      const questions = await untilAsked(client, { taskId, count: 2 });
      for (const { id } of questions) await client.send({ id, result: { action: 'decline' } });
      await reply;
    }
    const ids = questionsIn(client.received).map(({ id }) => id);

    expect(ids.length).toBeGreaterThanOrEqual(6);
    expect(new Set(ids).size).toBe(ids.length);
  });

  verifiesOverHttp(['T25-134', 'T25-132'], 'has another ID on the next stream', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const first = client.open('tasks/result', { taskId });
    const [asked] = await untilAsked(first, { taskId });
    first.drop();
    const second = client.open('tasks/result', { taskId });
    const [askedAgain] = await untilAsked(second, { taskId });

    expect(askedAgain.id).not.toBe(asked.id);
    expect(askedAgain.params).toStrictEqual(asked.params);
    // The person may answer either request.
    await client.send({ id: asked.id, result: YES });
    expect(await resultOf(second.reply)).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
  });

  verifiesOverHttp(['T25-132'], 'is asked on one of two streams only', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const streams = [1, 2].map(() => client.open('tasks/result', { taskId }));
    const [{ id }] = await untilAsked(client, { taskId });
    await client.send({ id, result: YES });

    for (const { reply } of streams) {
      expect(await resultOf(reply)).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
    }
    expect(questionsIn(client.received, taskId)).toHaveLength(1);
  });

  verifiesOverHttp(['T25-133'], 'has its answer acknowledged with 202, no body', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const { reply } = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    const response = await fetch(peer.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, result: YES }),
    });

    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
    await reply;
  });
});

describe('an ordinary outcome', () => {
  for (const action of ['decline', 'cancel']) {
    verifies(['T25-65'], `is "${action}"`, async (peer) => {
      const client = await peer.connectAsked();
      const taskId = await createTask(client, 'confirm_delete', CONFIRM);
      const result = client.request('tasks/result', { taskId });
      const [{ id }] = await untilAsked(client, { taskId });
      await client.send({ id, result: { action } });

      expect(await resultOf(result)).toMatchObject({
        content: [{ text: `Did not delete a.txt: ${action}.` }],
      });
      expect(await getTask(client, taskId)).toHaveProperty('status', 'completed');
    });
  }
});

describe('a client that cannot be asked', () => {
  for (const [what, capabilities, call] of [
    ['anything', {}, { name: 'confirm_delete', ...CONFIRM }],
    ['by form', { elicitation: { url: {} } }, { name: 'confirm_delete', ...CONFIRM }],
    [
      'by URL, its capability being empty',
      { elicitation: {} },
      { name: 'ask_for_visit', arguments: { url: 'https://pay.example/1' } },
    ],
  ] as const) {
    verifies(['T25-08'], `is not asked, and the work learns of it: ${what}`, async (peer) => {
      const client = await peer.connectAsked(capabilities);
      const { name, arguments: input } = call;
      const taskId = await createTask(client, name, { arguments: input });
      const result = await resultOf(
        within(PATIENCE_MS, client.request('tasks/result', { taskId })),
      );

      expect(JSON.stringify(result)).toMatch(/cancel/);
      expect(questionsIn(client.received)).toStrictEqual([]);
    });
  }

  verifies(['T25-08'], 'for sampling is not asked, and the task fails', async (peer) => {
    const client = await peer.connectAsked({ elicitation: {} });
    const taskId = await createTask(client, 'ask_model_for_summary', {
      arguments: { text: 'a long story' },
    });
    const result = await resultOf(within(PATIENCE_MS, client.request('tasks/result', { taskId })));

    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/sampling/) }],
    });
    expect(questionsIn(client.received)).toStrictEqual([]);
  });

  verifies(['T25-08'], 'with tools in sampling is not asked with tools', async (peer) => {
    const client = await peer.connectAsked({ sampling: {} });
    const params = {
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
      maxTokens: 10,
      tools: [{ name: 'add', inputSchema: { type: 'object' } }],
    };
    const taskId = await createTask(client, 'ask_by_contract', {
      arguments: { requests: { m1: { method: 'sampling/createMessage', params } } },
    });
    const result = await resultOf(within(PATIENCE_MS, client.request('tasks/result', { taskId })));

    expect(result).toMatchObject({
      structuredContent: {
        m1: { error: { code: -32601, message: expect.stringMatching(/"sampling.tools"/) } },
      },
    });
    expect(questionsIn(client.received)).toStrictEqual([]);
  });

  verifies(['T25-08'], 'is asked by form when its capability is empty', async (peer) => {
    const client = await peer.connectAsked({ elicitation: {} });
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const result = client.request('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    await client.send({ id, result: YES });

    expect(await resultOf(result)).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
  });
});

describe('an answer', () => {
  verifiesOverStdio(['T25-61'], 'may name another task, which changes nothing', async (peer) => {
    const client = await peer.connectAsked();
    const another = await createTask(client, 'confirm_delete', CONFIRM);
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const result = client.request('tasks/result', { taskId });
    const [question] = await untilAsked(client, { taskId });
    const _meta = { [RELATED_TASK_META_KEY]: { taskId: another } };
    await client.send({ id: question.id, result: { ...YES, _meta } });

    expect(relatedTaskOf(question)).toBe(taskId);
    expect(await resultOf(result)).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
    expect(await getTask(client, another)).toHaveProperty('status', 'input_required');
    await resultOf(client.request('tasks/cancel', { taskId: another }));
  });
});
