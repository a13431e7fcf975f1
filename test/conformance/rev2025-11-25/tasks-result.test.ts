import { describe, expect } from '@jest/globals';

import { failNextByHand } from '../../support/answer-by-hand.js';
import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import {
  expectCallToolResult,
  RELATED_TASK_META_KEY,
} from '../../support/conformance/wire-shapes.js';
import {
  createTask,
  errorOf,
  finish,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifies } = verifyRev2025();

describe('tasks/result', () => {
  verifies(['T25-50'], 'is held while the task is working, then answered', async (peer) => {
    const { mcp, temporal } = peer;
    const taskId = await createTask(mcp, 'wait_for_finish');
    let isAnswered = false;
    const reply = mcp.request('tasks/result', { taskId }).finally(() => {
      isAnswered = true;
    });
    const statuses = [];
    for (let polls = 0; polls < 10; polls++) statuses.push((await getTask(mcp, taskId)).status);

    expect(new Set(statuses)).toStrictEqual(new Set(['working']));
    expect(isAnswered).toBe(false);
    await finish(temporal, taskId, 'at last');
    expect(await resultOf(reply)).toHaveProperty('content', [{ type: 'text', text: 'at last' }]);
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'completed');
  });

  verifies(['T25-50'], 'is held through a failing job, and through its runs', async ({ mcp }) => {
    const failing = await createTask(mcp, 'failing_job');
    const chained = await createTask(mcp, 'continue_as_new_times', { arguments: { times: 1 } });
    const [failed, completed] = await Promise.all([
      resultOf(mcp.request('tasks/result', { taskId: failing })),
      resultOf(mcp.request('tasks/result', { taskId: chained })),
    ]);

    expect(failed['isError']).toBe(true);
    expect(completed['structuredContent']).toStrictEqual({ runs: 2 });
  });

  for (const [name, args] of [
    ['quick_job', {}],
    ['slow_compute', { seconds: 0.1, label: 'pi' }],
    ['return_scalar', {}],
    ['return_array', {}],
    ['return_undefined', {}],
    ['return_odd_content', {}],
    ['return_large_string', { bytes: 100_000 }],
    ['join_positional', { first: 'a', count: 3 }],
    ['fail_in_child', {}],
    ['fail_in_activity', { maxAttempts: 2 }],
  ] as const) {
    verifies(['T25-51'], `gives the result of the plain call: ${name}`, async ({ mcp }) => {
      const taskId = await createTask(mcp, name, { arguments: args });
      const plain = await resultOf(mcp.request('tools/call', { name, arguments: args }));
      const result = await resultOf(mcp.request('tasks/result', { taskId }));

      expectCallToolResult(plain);
      expectCallToolResult(result);
      expect(result).toStrictEqual({ ...plain, _meta: { [RELATED_TASK_META_KEY]: { taskId } } });
    });
  }

  for (const name of ['protocol_error_job', 'times_out'] as const) {
    verifies(['T25-51'], `gives the error of the plain call: ${name}`, async ({ mcp }) => {
      const taskId = await createTask(mcp, name);
      const plain = await errorOf(mcp.request('tools/call', { name }));

      expect(await errorOf(mcp.request('tasks/result', { taskId }))).toStrictEqual(plain);
    });
  }

  verifies(['T25-51'], 'gives code, message and data of a JSON-RPC error', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'protocol_error_job');

    expect(await errorOf(mcp.request('tasks/result', { taskId }))).toStrictEqual({
      code: -32603,
      message: 'The job ended in a protocol error',
      data: { reason: 'requested by the fixture' },
    });
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'failed');
  });

  verifies(['T25-51'], 'replays URLElicitationRequiredError', async (peer) => {
    const { mcp, temporal, options } = peer;
    const error = {
      code: -32042,
      message: 'Sign in first',
      data: { elicitations: [{ mode: 'url', elicitationId: 'e1', url: 'https://example.com' }] },
    };
    const taskId = await createTask(mcp, 'answered_by_hand');
    const failure = { type: 'mcp.JsonRpcError', message: error.message, detail: error };
    await failNextByHand(temporal, `${options.taskQueue}-by-hand`, failure);

    expect(await errorOf(mcp.request('tasks/result', { taskId }))).toStrictEqual(error);
    expect(await getTask(mcp, taskId)).toMatchObject({
      status: 'failed',
      statusMessage: 'Sign in first',
    });
  });

  verifies(['T25-51'], 'gives a result with isError as a success', async ({ mcp, temporal }) => {
    const taskId = await createTask(mcp, 'wait_for_finish');
    const result = { content: [{ type: 'text', text: 'The quota is used up' }], isError: true };
    await finish(temporal, taskId, result);

    expect(await resultOf(mcp.request('tasks/result', { taskId }))).toStrictEqual({
      ...result,
      _meta: { [RELATED_TASK_META_KEY]: { taskId } },
    });
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'failed');
  });

  verifies(['T25-51'], 'gives a tool result of every content type as it is', async (peer) => {
    const { mcp, temporal } = peer;
    const taskId = await createTask(mcp, 'wait_for_finish');
    const result = {
      content: [
        { type: 'text', text: 'Grüße, 世界 👋', annotations: { priority: 0.5 } },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///report.pdf', name: 'report' },
        { type: 'resource', resource: { uri: 'file:///a.txt', text: 'a' } },
      ],
      structuredContent: { nested: { list: [1, null, { deep: true }] } },
    };
    await finish(temporal, taskId, result);

    expect(await resultOf(mcp.request('tasks/result', { taskId }))).toStrictEqual({
      ...result,
      _meta: { [RELATED_TASK_META_KEY]: { taskId } },
    });
  });

  verifies(['T25-53'], 'can be read again and again, and elsewhere', async ({ mcp, other }) => {
    const taskId = await createTask(mcp, 'quick_job');
    const first = await resultOf(mcp.request('tasks/result', { taskId }));

    expect(await resultOf(mcp.request('tasks/result', { taskId }))).toStrictEqual(first);
    expect(await resultOf(other.request('tasks/result', { taskId }))).toStrictEqual(first);
  });

  verifies(['T25-53'], 'answers everybody who waits', async ({ mcp, other, temporal }) => {
    const taskId = await createTask(mcp, 'wait_for_finish');
    const waiters = [mcp, mcp, mcp, other, other].map(async (peer) =>
      resultOf(peer.request('tasks/result', { taskId })),
    );
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
    await finish(temporal, taskId, { sum: 3 });
    const results = await Promise.all(waiters);

    expect(results.map(({ structuredContent }) => structuredContent)).toStrictEqual(
      Array.from({ length: 5 }, () => ({ sum: 3 })),
    );
  });

  verifies(['T25-53'], 'answers many tasks that are waited for at once', async (peer) => {
    const { mcp, temporal } = peer;
    const names = ['a', 'b', 'c', 'd', 'e'];
    const taskIds = await Promise.all(names.map(async () => createTask(mcp, 'wait_for_finish')));
    const waiters = taskIds.map(async (taskId) =>
      resultOf(mcp.request('tasks/result', { taskId })),
    );
    // Ends the tasks in reverse order of the requests.
    for (const [index, taskId] of [...taskIds.entries()].reverse()) {
      await finish(temporal, taskId, names[index]);
    }

    const texts = (await Promise.all(waiters)).map(({ content }) => content);
    expect(texts).toStrictEqual(names.map((text) => [{ type: 'text', text }]));
  });

  verifies(['T25-54'], 'has structured content that fits the output schema', async (peer) => {
    const { mcp, temporal } = peer;
    const taskId = await createTask(mcp, 'wait_for_typed_finish');
    await finish(temporal, taskId, { ok: true });

    expect(await resultOf(mcp.request('tasks/result', { taskId }))).toMatchObject({
      structuredContent: { ok: true },
      content: [{ type: 'text', text: '{"ok":true}' }],
    });
  });

  for (const [what, result] of [
    ['of a wrong type', { ok: 'yes' }],
    ['without a required member', {}],
    ['that is no object', 'ok'],
  ] as const) {
    verifies(['T25-54'], `is words instead of structured content ${what}`, async (peer) => {
      const { mcp, temporal } = peer;
      const taskId = await createTask(mcp, 'wait_for_typed_finish');
      await finish(temporal, taskId, result);

      const given = await resultOf(mcp.request('tasks/result', { taskId }));
      expect(given).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('output schema') }],
      });
      expect(given).not.toHaveProperty('structuredContent');
      await untilStatus(mcp, taskId, 'completed');
    });
  }
});
