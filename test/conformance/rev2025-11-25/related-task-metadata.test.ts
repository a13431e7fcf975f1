import { describe, expect } from '@jest/globals';

import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { RELATED_TASK_META_KEY } from '../../support/conformance/wire-shapes.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
import {
  callAsTask,
  createTask,
  finish,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifies } = verifyRev2025();

describe('related-task metadata', () => {
  verifies(['T25-70'], 'is in the reply that creates the task', async ({ mcp }) => {
    const { task, _meta } = await callAsTask(mcp, 'quick_job');

    expect(_meta).toStrictEqual({ [RELATED_TASK_META_KEY]: { taskId: task.taskId } });
  });

  verifies(['T25-52', 'T25-70'], 'is in the reply of tasks/result', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'failing_job');
    const result = await resultOf(mcp.request('tasks/result', { taskId }));

    expect(result['_meta']).toStrictEqual({ [RELATED_TASK_META_KEY]: { taskId } });
  });

  verifies(['T25-52'], "joins the tool's own _meta", async ({ mcp, temporal }) => {
    const taskId = await createTask(mcp, 'wait_for_finish');
    await finish(temporal, taskId, {
      content: [{ type: 'text', text: 'Done' }],
      _meta: { 'example.com/trace': 't1', [RELATED_TASK_META_KEY]: { taskId: 'another' } },
    });
    const result = await resultOf(mcp.request('tasks/result', { taskId }));

    expect(result['_meta']).toStrictEqual({
      'example.com/trace': 't1',
      [RELATED_TASK_META_KEY]: { taskId },
    });
  });

  verifies(['T25-70'], 'is not in the replies of get, list and cancel', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'wait_for_finish');
    for (const method of ['tasks/get', 'tasks/list', 'tasks/cancel']) {
      const params = method === 'tasks/list' ? {} : { taskId };
      const result = await resultOf(mcp.request(method, params));

      expect(JSON.stringify(result)).not.toContain('_meta');
    }
  });

  verifies(['T25-70'], 'is not in the result of a plain call', async ({ mcp }) => {
    const result = await resultOf(mcp.request('tools/call', { name: 'quick_job' }));

    expect(result).not.toHaveProperty('_meta');
  });

  verifies(['T25-71'], 'of another task does not change what is meant', async (peer) => {
    const { mcp, temporal } = peer;
    const another = await createTask(mcp, 'wait_for_finish');
    const meant = await createTask(mcp, 'wait_for_finish');
    await finish(temporal, another, 'another');
    await untilStatus(mcp, another, 'completed');
    const _meta = { [RELATED_TASK_META_KEY]: { taskId: another } };

    expect(await resultOf(mcp.request('tasks/get', { taskId: meant, _meta }))).toMatchObject({
      taskId: meant,
      status: 'working',
    });
    const result = resultOf(mcp.request('tasks/result', { taskId: meant, _meta }));
    await finish(temporal, meant, 'meant');
    expect(await result).toMatchObject({
      content: [{ text: 'meant' }],
      _meta: { [RELATED_TASK_META_KEY]: { taskId: meant } },
    });
  });

  verifies(['T25-71'], 'of another task does not change what is cancelled', async ({ mcp }) => {
    const another = await createTask(mcp, 'wait_for_finish');
    const meant = await createTask(mcp, 'wait_for_finish');
    const _meta = { [RELATED_TASK_META_KEY]: { taskId: another } };

    expect(await resultOf(mcp.request('tasks/cancel', { taskId: meant, _meta }))).toMatchObject({
      taskId: meant,
      status: 'cancelled',
    });
    expect(await getTask(mcp, another)).toHaveProperty('status', 'working');
  });

  verifies(['T25-71'], 'of an unknown task is ignored', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'quick_job');
    const _meta = { [RELATED_TASK_META_KEY]: { taskId: 'unknown' } };

    expect(
      await resultOf(within(PATIENCE_MS, mcp.request('tasks/get', { taskId, _meta }))),
    ).toHaveProperty('taskId', taskId);
  });
});
