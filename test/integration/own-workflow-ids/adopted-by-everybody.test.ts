import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { EVERYBODYS_MANIFEST } from '../../support/start-mcp-server.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { createTask, getTask, untilStatus } from '../../support/steps/rev2026-task-steps.js';
import { type OwnerClient, withOwners } from '../../support/with-owners.js';

const given = withOwners(EVERYBODYS_MANIFEST);

/** An owner whose name no visibility query could take. */
const newClient = (): OwnerClient => given().connect(`a 'name' ${randomUUID()}`);

/** Starts an execution as the shop does: under an ID of its own, without search attributes. */
async function startOrder(): Promise<string> {
  const { temporal, taskQueue } = given();
  const workflowId = `order-${taskQueue}-${randomUUID()}`;
  await temporal.workflow.start('waitForFinish', { workflowId, taskQueue });
  return workflowId;
}

async function listIds({ old }: OwnerClient): Promise<string[]> {
  const { tasks } = await resultOf(old('tasks/list', {}));
  return (tasks as { taskId: string }[]).map(({ taskId }) => taskId);
}

describe('an execution that a rule gives to everybody', () => {
  it('is a task of each caller, from its tool to its result, after a restart as well', async () => {
    const [ada, eve] = [newClient(), newClient()];
    const workflowId = await startOrder();

    await eventually('it in the lists', async () =>
      (await Promise.all([ada, eve].map(listIds))).every((ids) => ids.includes(workflowId)),
    );
    expect(await createTask(ada.peer, 'follow_order', { workflow_id: workflowId })).toMatchObject({
      taskId: workflowId,
      status: 'working',
    });
    await given().restart();
    expect(await getTask(eve.peer, workflowId)).toMatchObject({ status: 'working' });
    await given().temporal.workflow.getHandle(workflowId).signal('finish', { shipped: true });

    expect(await untilStatus(eve.peer, workflowId, 'completed')).toMatchObject({
      result: { structuredContent: { shipped: true } },
    });
  });

  it('is cancelled by any caller', async () => {
    const workflowId = await startOrder();
    const eve = newClient();
    await eventually('it in the list', async () => (await listIds(eve)).includes(workflowId));

    await resultOf(eve.old('tasks/cancel', { taskId: workflowId }));

    expect(await untilStatus(eve.peer, workflowId, 'cancelled')).not.toHaveProperty('result');
  });

  it('is none of those that the server has started: they keep their owner', async () => {
    const [ada, eve] = [newClient(), newClient()];
    const order = await startOrder();
    const { taskId } = await createTask(ada.peer, 'start_report');
    await eventually('both in the list of the owner', async () => {
      const ids = await listIds(ada);
      return ids.includes(order) && ids.includes(taskId);
    });

    expect(await listIds(eve)).not.toContain(taskId);
    const { error } = await eve.peer.request('tasks/get', { taskId });
    expect(error).toMatchObject({ code: -32602 });
  });

  it('leaves executions under other IDs unknown', async () => {
    const { temporal, taskQueue } = given();
    const workflowId = `parcel-${randomUUID()}`;
    await temporal.workflow.start('waitForFinish', { workflowId, taskQueue });
    const order = await startOrder();
    const eve = newClient();
    await eventually('the later one in the list', async () => (await listIds(eve)).includes(order));

    const { error } = await eve.peer.request('tasks/get', { taskId: workflowId });
    expect(error).toMatchObject({ code: -32602 });
  });
});
