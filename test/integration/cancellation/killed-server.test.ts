import { describe, expect, it } from '@jest/globals';

import { SYSTEM_TASK_QUEUE, toCompanionId } from '../../../src/core/companion/companion.js';
import { eventually } from '../../support/eventually.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import {
  callAsTask,
  createTask,
  errorOf,
  getTask,
  listTaskIds,
  resultOf,
} from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

describe('a cancellation whose server process is killed right after', () => {
  it('is carried out all the same, and the task stays cancelled throughout', async () => {
    const { http: other, temporal, options } = given();
    const server = await startMcpServer(options);
    const mcp = connectRawHttp(server.url);
    const ignoring = await createTask(mcp, 'ignore_cancellation_until_terminated');
    const { task } = await callAsTask(mcp, 'clean_up_in_time', { arguments: { cleanUpMs: 1_000 } });
    const cleaning = task.taskId;
    for (const taskId of [ignoring, cleaning]) {
      expect(await resultOf(mcp.request('tasks/cancel', { taskId }))).toHaveProperty(
        'status',
        'cancelled',
      );
    }

    await server.kill();
    const worker = await runTestWorker({ definitions: 'system', taskQueue: SYSTEM_TASK_QUEUE });

    try {
      const statuses = new Set<string>();
      const ended = await eventually('the end of the execution', async () => {
        statuses.add((await getTask(other, ignoring)).status);
        const { status } = await temporal.workflow.getHandle(ignoring).describe();
        return status.name === 'RUNNING' ? undefined : status.name;
      });
      expect(ended).toBe('TERMINATED');
      statuses.add((await getTask(other, ignoring)).status);
      expect(statuses).toStrictEqual(new Set(['cancelled']));
      expect(await errorOf(other.request('tasks/result', { taskId: ignoring }))).toMatchObject({
        code: -32603,
        data: { status: 'cancelled' },
      });

      // Not by its result: any Worker of the namespace may carry it out, also one that encrypts what it returns.
      await eventually('the end of the companion', async () => {
        const companion = await temporal.workflow.getHandle(toCompanionId(task)).describe();
        return companion.status.name === 'COMPLETED';
      });
      const { status } = await temporal.workflow.getHandle(cleaning).describe();
      expect(status.name).toBe('CANCELLED');
      expect(await getTask(other, cleaning)).toHaveProperty('status', 'cancelled');
      expect((await listTaskIds(other)).sort()).toStrictEqual([ignoring, cleaning].sort());
    } finally {
      await worker.stop();
    }
  });
});
