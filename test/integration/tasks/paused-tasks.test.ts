/** Tasks whose Workflow an operator has paused: they are open, whatever searches for open executions ask. */
import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { toApprovals } from '../../../src/core/task/approvals.js';
import type { CreatedTask, Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { TemporalCalls } from '../../../src/temporal/link/temporal-calls.js';
import { Visibility } from '../../../src/temporal/link/visibility.js';
import { ClosedTasks } from '../../../src/temporal/watch/closed-tasks.js';
import { approvalsManifest } from '../../support/approvals-manifest.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import {
  canPause,
  pauseWorkflow,
  unpauseWorkflow,
  whyNoPause,
} from '../../support/paused-executions.js';
import { rev2025 } from '../../support/protocols.js';
import { somebody } from '../../support/somebody.js';
import { toCreateRequest, withTasks } from '../../support/with-tasks.js';

const given = withTasks();
const describePaused = canPause ? describe : describe.skip;

async function untilVisible(taskId: string, status: string): Promise<void> {
  await eventually(`${status} in visibility`, async () => {
    const query = `WorkflowId = '${taskId}' AND ExecutionStatus = '${status}'`;
    return (await given().temporal.workflow.count(query)).count > 0;
  });
}

async function pause(taskId: string): Promise<void> {
  await pauseWorkflow(given().temporal, taskId);
  await untilVisible(taskId, 'Paused');
}

describePaused(`a paused task${whyNoPause}`, () => {
  it('works, and says how it goes on', async () => {
    const { create, connect, owner, temporal, closed } = given();
    const { taskId } = await create('wait_for_finish');
    await pause(taskId);
    const words = `An operator has paused the workflow. To continue it: temporal workflow unpause --workflow-id ${taskId}`;
    const paused = { taskId, phase: 'working', isStuck: true };
    const tasks = connect();

    expect((await tasks.list(asOwner({ owner }), {})).tasks).toMatchObject([
      { ...paused, statusMessage: words },
    ]);
    await tasks.cancel(asOwner({ owner }), taskId, { protocol: rev2025 });
    expect(await connect().get(asOwner({ owner }), taskId)).toMatchObject({
      ...paused,
      statusMessage: `Cancellation requested. ${words}`,
    });

    await unpauseWorkflow(temporal, taskId);
    expect(await closed(taskId)).toMatchObject({ phase: 'cancelled' });
  });

  it('is joined by an equal call, in a process that knows nothing of it', async () => {
    const { connect, temporal } = given();
    const request = await toCreateRequest(given(), 'wait_for_finish');
    const call = async (tasks: Tasks): Promise<CreatedTask> =>
      createOwned(tasks, { ...request, equalCall: { key: 'equal' } });
    const ended = await call(connect());
    await temporal.workflow.getHandle(ended.taskId).terminate();
    await untilVisible(ended.taskId, 'Terminated');
    const { taskId } = await call(connect());
    await pause(taskId);

    expect(await call(connect())).toMatchObject({ taskId, isRepeat: true });
  });

  it('counts to the open tasks of its owner', async () => {
    const { connect, tool } = given();
    const owner = `owner-${randomUUID()}`;
    const request = await toCreateRequest({ tool, owner }, 'wait_for_finish');
    const { taskId } = await createOwned(connect(), request);
    await pause(taskId);

    await expect(createOwned(connect({ maxOpenTasks: 1 }), request)).rejects.toMatchObject({
      code: 'busy',
    });
  });

  it('asks those who may approve it', async () => {
    const { connect, taskQueue } = given();
    const group = `finance-${randomUUID()}`;
    const approvers = `{ allow: { groups: [${group}] } }`;
    const { tools } = parseManifest(approvalsManifest(taskQueue, approvers));
    const tasks = connect({ tools });
    const tool = (name: string) => tools.get(name) ?? given().tool(name);
    const request = await toCreateRequest({ tool, owner: somebody().owner }, 'delete_file', {
      filename: 'a.txt',
    });
    const { taskId } = await createOwned(tasks, request);
    const approvals = toApprovals(tasks);
    const approver = somebody([group]);
    await eventually('it asks', async () =>
      approvals.getAsked(taskId, approver).catch(() => undefined),
    );
    await pause(taskId);

    // Other files of tests have open questions of this Workflow Type, too.
    const { tasks: askers } = await approvals.listAsked(approver);
    expect(askers).toContainEqual(expect.objectContaining({ taskId }));
  });
});

describe('a search for the tasks that have ended', () => {
  it('finds no running one', async () => {
    const { create, temporal } = given();
    const [ended, running] = [await create('wait_for_finish'), await create('wait_for_finish')];
    await temporal.workflow.getHandle(ended.taskId).terminate();
    await untilVisible(ended.taskId, 'Terminated');
    await untilVisible(running.taskId, 'Running');

    const found = await new ClosedTasks(new Visibility(new TemporalCalls(temporal, 5_000))).find();

    expect(found).toContain(ended.taskId);
    expect(found).not.toContain(running.taskId);
  });
});
