/** Standalone Activities that operators pause, delay, find by Search Attributes, and complete in other languages. */
import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../src/core/task/task.js';
import type { CreatedTask } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import type { StartPlan } from '../../../src/core/tool/start-plan.js';
import type { ActivityStart } from '../../../src/definition/tool/activity.js';
import { IndexedValueType } from '../../../src/temporal/link/proto-enums.js';
import { asActivityTool } from '../../support/activity-tool.js';
import { eventually, PATIENCE_MS } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { hasActivities } from '../../support/standalone-activities.js';
import { withTasks } from '../../support/with-tasks.js';

const describeActivities = hasActivities ? describe : describe.skip;

const given = withTasks({ ownNamespace: true });

/** The task of an Activity `giveBackInput`. */
const make = async (
  activity: Partial<ActivityStart> = {},
  start: StartPlan = {},
): Promise<CreatedTask> => {
  const tool = asActivityTool(given().tool('quick_job'), 'giveBackInput', activity);
  return given().create('quick_job', {}, { tool, workflowArguments: [{ a: 1 }], start });
};

const read = async (taskId: string): Promise<Task> =>
  given()
    .connect()
    .get(asOwner({ owner: given().owner }), taskId);

const findIds = async (query: string): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { activityId } of given().temporal.activity.list(query)) ids.push(activityId);
  return ids;
};

describeActivities('the task of a paused Activity', () => {
  it('is open, says how it goes on, and does', async () => {
    const { connect, temporal, tool, closed } = given();
    const owner = asOwner({ owner: given().owner });
    const { namespace } = temporal.options;
    const taskQueue = `test-${randomUUID()}`;
    const { taskId } = await make({ taskQueue });
    const activity = asActivityTool(tool('quick_job'), 'giveBackInput');
    const tasks = connect({ maxOpenTasks: 1, tools: new Map([['a', activity]]) });
    const its = { namespace, activityId: taskId };
    await temporal.workflowService.pauseActivityExecution(its);
    await eventually('visibility', async () => (await findIds(`ActivityId = '${taskId}'`))[0]);

    const statusMessage = `An operator has paused giveBackInput. To continue it: temporal activity unpause --activity-id ${taskId}`;
    const paused = { taskId, phase: 'working', isStuck: true };
    expect(await read(taskId)).toMatchObject({ ...paused, statusMessage });
    expect((await tasks.list(owner)).tasks).toMatchObject([{ taskId, phase: 'working' }]);
    await expect(
      tasks.create(owner, {
        tool: tool('quick_job'),
        workflowArguments: [],
        protocolVersion: rev2025.version,
      }),
    ).rejects.toMatchObject({ code: 'busy' });

    await temporal.workflowService.unpauseActivityExecution(its);
    const worker = await runTestWorker({ definitions: 'fixtures', taskQueue, namespace });
    expect(await closed(taskId)).toMatchObject({ phase: 'succeeded' });
    await worker.stop();
  });
});

describeActivities('the task of an Activity with a start delay', () => {
  it('waits without complaint of a Worker, and is cancelled at once', async () => {
    const { tasks, owner } = given();
    const { taskId } = await make({ taskQueue: randomUUID() }, { delayMs: 3_600_000 });

    const delayed = await read(taskId);
    const asked = await tasks.cancel(asOwner({ owner }), taskId, { protocol: rev2025 });

    expect([delayed.phase, delayed.statusMessage]).toEqual([
      'working',
      expect.stringMatching(/^Starts at \S+ \S+ UTC\.$/),
    ]);
    expect(asked).toMatchObject({ phase: 'cancelled' });
  });

  it('ends after it', async () => {
    const { taskId } = await make({}, { delayMs: 1_000 });

    expect(await given().closed(taskId)).toMatchObject({ phase: 'succeeded' });
  });
});

describeActivities('the Search Attributes of an Activity', () => {
  it('have the values of the call, and are searched for', async () => {
    const { temporal } = given();
    const { namespace } = temporal.options;
    await temporal.connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: { Team: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD },
    });
    const searchAttributes = { Team: { value: 'orange', path: '/team' } };
    const start = async () => make({}, { searchAttributes });
    const { taskId } = await eventually('the attribute', async () =>
      start().catch(() => undefined),
    );

    const found = await eventually('visibility', async () => {
      const ids = await findIds("Team = 'orange'");
      return ids.length > 0 ? ids : undefined;
    });

    expect(found).toEqual([taskId]);
  });
});

describeActivities(
  'the result of an Activity that its Worker has put into External Storage',
  () => {
    it('leaves the task completed, and says why it cannot be read', async () => {
      const { temporal, closed } = given();
      const { namespace, identity } = temporal.options;
      const { workflowService } = temporal;
      const taskQueue = `test-${randomUUID()}`;
      const { taskId } = await make({ taskQueue });
      const { taskToken } = await temporal.withDeadline(Date.now() + PATIENCE_MS, async () =>
        workflowService.pollActivityTaskQueue({
          namespace,
          identity,
          taskQueue: { name: taskQueue },
        }),
      );
      const reference = {
        metadata: {
          encoding: Buffer.from('json/protobuf'),
          messageType: Buffer.from('temporal.api.sdk.v1.ExternalStorageReference'),
        },
        data: Buffer.from('{"driverName":"folder","claimData":{"key":"secret-key-1"}}'),
      };
      await workflowService.respondActivityTaskCompleted({
        namespace,
        taskToken,
        result: { payloads: [reference] },
      });

      const task = await closed(taskId);

      expect(task).toMatchObject({ phase: 'succeeded', outcome: { result: { isError: true } } });
      expect(task.statusMessage).toMatch(/External Storage.*--data-converter/);
      expect(JSON.stringify(task)).not.toContain('secret-key');
    });
  },
);
