/** Cancellations whose server dies between the Signal and the cancellation request. */
import { describe, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';

import { asOwner } from '../../../src/core/task/viewer.js';
import { eventually } from '../../support/eventually.js';
import { rev2025, rev2026 } from '../../support/protocols.js';
import { type TestTasks, withTasks } from '../../support/with-tasks.js';

const given = withTasks();

/** The same Client, but its cancellation requests fail. */
function withoutCancellation(client: Client): Client {
  const workflowService = new Proxy(client.workflowService, {
    get: (service, name) =>
      name === 'requestCancelWorkflowExecution'
        ? () => Promise.reject(new Error('The server has died.'))
        : (Reflect.get(service, name) as unknown),
  });
  return new Proxy(client, {
    get: (target, name) =>
      name === 'workflowService'
        ? workflowService
        : ((value: unknown) =>
            typeof value === 'function' ? (value.bind(target) as unknown) : value)(
            Reflect.get(target, name),
          ),
  });
}

/** Cancels through a server that fails after the Signal, and waits until the Workflow has the Signal. */
async function cancelHalf({ connect, temporal, owner }: TestTasks, taskId: string): Promise<void> {
  const dying = connect({ client: withoutCancellation(temporal) });
  await dying
    .cancel(asOwner({ owner }), taskId, { protocol: rev2025, reason: 'Enough' })
    .catch(() => undefined);
  await eventually('the reason in the memo', async () => {
    const { memo } = await temporal.workflow.getHandle(taskId).describe();
    return (memo?.['mcp.task'] as { cancel?: object } | undefined)?.cancel;
  });
}

async function isAskedToStop({ temporal }: TestTasks, taskId: string): Promise<boolean> {
  const { raw } = await temporal.workflow.getHandle(taskId).describe();
  return raw.workflowExtendedInfo?.cancelRequested ?? false;
}

describe('a cancellation that got no further than its Signal', () => {
  it('has not cancelled the task, which can be cancelled again', async () => {
    const test = given();
    const { taskId } = await test.create('wait_for_answer', { opening: 'atOnce' });
    await cancelHalf(test, taskId);

    const between = await test.connect().get(asOwner({ owner: test.owner }), taskId);
    const after = await test
      .connect()
      .cancel(asOwner({ owner: test.owner }), taskId, { protocol: rev2025 });

    expect([between, after].map(rev2025.toStatus)).toStrictEqual(['input_required', 'cancelled']);
    expect(await isAskedToStop(test, taskId)).toBe(true);
    await expect(
      test.connect().cancel(asOwner({ owner: test.owner }), taskId, { protocol: rev2025 }),
    ).rejects.toMatchObject({ code: 'taskTerminal' });
  });

  it('leaves a task to end by itself as it does', async () => {
    const test = given();
    const { taskId } = await test.create('wait_for_answer', { opening: 'atOnce' });
    await cancelHalf(test, taskId);

    await test.tasks.answer(asOwner({ owner: test.owner }), taskId, { i1: { action: 'decline' } });
    const ended = await test.closed(taskId);

    expect([rev2025, rev2026].map(({ toStatus }) => toStatus(ended))).toStrictEqual([
      'completed',
      'completed',
    ]);
  });

  it('can be repeated also when the task has gone on as another run', async () => {
    const test = given();
    const { taskId } = await test.create('ask_again', { runs: 1 });
    await cancelHalf(test, taskId);
    const handle = test.temporal.workflow.getHandle(taskId);
    const { runId } = await handle.describe();
    await handle.signal('proceed');
    await eventually('the next run', async () =>
      (await handle.describe()).runId === runId ? undefined : true,
    );

    const between = await test.connect().get(asOwner({ owner: test.owner }), taskId);
    const after = await test
      .connect()
      .cancel(asOwner({ owner: test.owner }), taskId, { protocol: rev2025 });

    expect([between, after].map(rev2025.toStatus)).toStrictEqual(['input_required', 'cancelled']);
    expect(await isAskedToStop(test, taskId)).toBe(true);
  });

  it('keeps a reason no longer than people read', async () => {
    const test = given();
    const { taskId } = await test.create('wait_for_answer', { opening: 'atOnce' });
    // The question must be open before the test can answer it.
    await eventually(
      'the question',
      async () =>
        rev2025.toStatus(await test.tasks.get(asOwner({ owner: test.owner }), taskId)) ===
        'input_required',
    );

    await test.tasks.cancel(asOwner({ owner: test.owner }), taskId, {
      protocol: rev2025,
      reason: 'x'.repeat(3 * 1024 * 1024),
    });
    await test.tasks.answer(asOwner({ owner: test.owner }), taskId, { i1: { action: 'decline' } });
    const { outcome } = await test.closed(taskId);

    expect(JSON.stringify(outcome)).toContain(`"reason":"${'x'.repeat(999)}…"`);
  });
});
