import { describe, expect } from '@jest/globals';

import { type Peer, verifyRev2026 } from '../../support/conformance/verify-rev2026.js';
import { beforeCall, findExecution } from '../../support/open-executions.js';
import { NO_EXTENSION, type StatelessRequestOptions } from '../../support/raw-mcp-2026.js';
import { errorOf, finish, resultOf } from '../../support/steps/rev2025-task-steps.js';
import {
  createTask,
  getTask,
  membersOf,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';

const { verifies, verifiesOverHttp, verifiesOverStdio } = verifyRev2026();

/** Waits until the Workflow of a task has closed, and returns its status. */
async function howWorkEnded({ temporal }: Pick<Peer, 'temporal'>, taskId: string): Promise<string> {
  const handle = temporal.workflow.getHandle(taskId);
  await handle.result().catch(() => undefined);
  return (await handle.describe()).status.name;
}

/** Starts a call of a tool by a request that tells its client no task ID, and finds its execution. */
async function startCall(
  { mcp, temporal, options }: Peer,
  params: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
  requestOptions: StatelessRequestOptions,
): Promise<string> {
  const call = beforeCall(params.name);
  mcp.request('tools/call', params, requestOptions).catch(() => undefined);
  return findExecution(temporal, options.taskQueue, call);
}

describe('tasks/cancel', () => {
  verifies(['T26-70', 'T26-71'], 'acknowledges, and the work ends', async (peer) => {
    const { mcp, other } = peer;
    const { taskId } = await createTask(mcp, 'wait_for_finish');
    const ack = await resultOf(mcp.request('tasks/cancel', { taskId }));

    expect(membersOf(ack)).toStrictEqual(['resultType']);
    expect(ack['resultType']).toBe('complete');
    expect(await howWorkEnded(peer, taskId)).toBe('CANCELLED');
    for (const reader of [mcp, other]) {
      expect(await getTask(reader, taskId)).toHaveProperty('status', 'cancelled');
    }
  });

  verifies(
    ['T26-71', 'T26-50'],
    'leaves a task working whose work goes on, and shows how it ends',
    async ({ mcp, temporal }) => {
      const { taskId } = await createTask(mcp, 'ignore_cancellation');
      await resultOf(mcp.request('tasks/cancel', { taskId }));
      const { status } = await getTask(mcp, taskId);
      await finish(temporal, taskId, 'done all the same');

      expect(status).toBe('working');
      expect(await untilStatus(mcp, taskId, 'completed')).toHaveProperty('result.content', [
        { type: 'text', text: 'done all the same' },
      ]);
    },
  );

  for (const [status, name] of [
    ['completed', 'quick_job'],
    ['completed', 'failing_job'],
    ['failed', 'protocol_error_job'],
  ] as const) {
    verifies(
      ['T26-72', 'T26-50'],
      `acknowledges where nothing is left to cancel: ${name}`,
      async ({ mcp }) => {
        const { taskId } = await createTask(mcp, name);
        const before = await untilStatus(mcp, taskId, status);
        const ack = await resultOf(mcp.request('tasks/cancel', { taskId }));

        expect(membersOf(ack)).toStrictEqual(['resultType']);
        expect(await getTask(mcp, taskId)).toStrictEqual(before);
      },
    );
  }

  verifies(['T26-72'], 'can be repeated', async (peer) => {
    const { mcp, other } = peer;
    const { taskId } = await createTask(mcp, 'wait_for_finish');
    for (const canceller of [mcp, other, mcp]) {
      expect(
        membersOf(await resultOf(canceller.request('tasks/cancel', { taskId }))),
      ).toStrictEqual(['resultType']);
    }

    expect(await howWorkEnded(peer, taskId)).toBe('CANCELLED');
  });

  verifies(['T26-70'], 'needs no worker', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'not_polled');

    expect(await resultOf(mcp.request('tasks/cancel', { taskId }))).toHaveProperty(
      'resultType',
      'complete',
    );
  });

  verifies(['T26-73'], 'is refused for a task that is unknown', async ({ mcp }) => {
    expect(await errorOf(mcp.request('tasks/cancel', { taskId: 'unknown' }))).toHaveProperty(
      'code',
      -32602,
    );
  });
});

describe('withdrawing a call', () => {
  verifiesOverStdio(
    ['T26-74', 'T26-75'],
    'leaves a task alone that was handed out',
    async ({ mcp, temporal }) => {
      const params = { name: 'wait_for_finish', arguments: {} };
      const handle = await resultOf(mcp.request('tools/call', params, { id: 'creating' }));
      const taskId = handle['taskId'] as string;
      await mcp.notify('notifications/cancelled', { requestId: 'creating' });

      expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
      await finish(temporal, taskId, 'done');
      expect(await untilStatus(mcp, taskId, 'completed')).toHaveProperty('taskId', taskId);
    },
  );

  verifiesOverStdio(['T26-75'], 'cancels the work of a plain call', async (peer) => {
    const params = { name: 'wait_for_finish', arguments: {} };
    const options = { capabilities: NO_EXTENSION, id: 'plain' };
    const workflowId = await startCall(peer, params, options);
    await peer.mcp.notify('notifications/cancelled', { requestId: 'plain' });

    expect(await howWorkEnded(peer, workflowId)).toBe('CANCELLED');
    await peer.mcp.request('tools/list');
    expect(peer.mcp.output.filter(({ id }) => id === 'plain')).toStrictEqual([]);
  });

  verifiesOverHttp(
    ['T26-75'],
    'cancels the work of a plain call, by closing its stream, where the tool says so',
    async (peer) => {
      const gone = new AbortController();
      const params = { name: 'wait_and_cancel_on_disconnect', arguments: {} };
      const options = { capabilities: NO_EXTENSION, signal: gone.signal };
      const workflowId = await startCall(peer, params, options);
      gone.abort();

      expect(await howWorkEnded(peer, workflowId)).toBe('CANCELLED');
    },
  );

  verifiesOverHttp(
    ['T26-75'],
    'ends a plain call by closing its stream, and not its work, which a connection that broke may come back for',
    async (peer) => {
      const gone = new AbortController();
      const params = { name: 'wait_for_finish', arguments: {} };
      const options = { capabilities: NO_EXTENSION, signal: gone.signal };
      const workflowId = await startCall(peer, params, options);
      gone.abort();
      await finish(peer.temporal, workflowId, 'done all the same');

      expect(await howWorkEnded(peer, workflowId)).toBe('COMPLETED');
    },
  );

  verifiesOverHttp(
    ['T26-75'],
    'cancels what is waited for before a task is handed out',
    async (peer) => {
      const gone = new AbortController();
      const params = { name: 'compute_with_budget', arguments: { seconds: 120, label: 'pi' } };
      const workflowId = await startCall(peer, params, { signal: gone.signal });
      gone.abort();

      expect(await howWorkEnded(peer, workflowId)).toBe('CANCELLED');
    },
  );
});
