/** A Temporal Service that serves five long polls of each method, and counts reads of Standalone Activities as such. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';

import type { Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import {
  type ActivityPosition,
  pollActivity,
} from '../../../src/temporal/activity/poll-activity.js';
import { readActivity } from '../../../src/temporal/activity/read-activity.js';
import { TemporalCalls } from '../../../src/temporal/link/temporal-calls.js';
import { asActivityTool } from '../../support/activity-tool.js';
import { countRequests } from '../../support/count-requests.js';
import { eventually } from '../../support/eventually.js';
import { hasActivities } from '../../support/standalone-activities.js';
import { startOwnTemporal } from '../../support/start-own-temporal.js';
import { whenClosed, withTasks } from '../../support/with-tasks.js';

const LONG_POLLS = 5;
const WAITS = 10;
const DESCRIBE = 'DescribeActivityExecution';

let temporal: TestWorkflowEnvironment;

beforeAll(async () => {
  temporal = await startOwnTemporal({ 'frontend.namespaceCount': String(LONG_POLLS) });
  process.env['MCP_TASKS_TEST_TEMPORAL_ADDRESS'] = temporal.address;
});

const given = withTasks({ worker: false });

afterAll(async () => temporal.teardown());

const describeActivities = hasActivities ? describe : describe.skip;

async function makeActivities(count: number): Promise<readonly string[]> {
  const { create, tool } = given();
  const activity = { tool: asActivityTool(tool('quick_job'), 'giveBackInput') };
  return Promise.all(
    Array.from({ length: count }, async () => (await create('quick_job', {}, activity)).taskId),
  );
}

/** Waits for tasks until the signal fires. */
function waitForAll(
  tasks: Tasks,
  taskIds: readonly string[],
  signal: AbortSignal,
): Promise<void>[] {
  const { owner } = given();
  return taskIds.map(async (taskId) =>
    tasks.waitFor(asOwner({ owner }), taskId, whenClosed(signal)).then(
      () => undefined,
      () => undefined,
    ),
  );
}

/** Connects a process, and waits until it has sent a long poll for each task that it waits for. */
async function startWaiting(
  taskIds: readonly string[],
  leaving: AbortSignal,
): Promise<() => Promise<void>> {
  const polls = await countRequests();
  const waits = waitForAll(given().connect({ pollClient: polls.client }), taskIds, leaving);
  await eventually('the polls', () => Number(polls.sent()[DESCRIBE]) >= taskIds.length);
  return async () => {
    await Promise.all(waits);
    await polls.close();
  };
}

describeActivities('a read of a Standalone Activity', () => {
  it.each([1, 2])(
    'is answered while waits of %d process(es) take more long polls than fit',
    async (processes) => {
      const { connect, owner } = given();
      const [read = '', ...awaited] = await makeActivities(WAITS * processes + 1);
      const leaving = new AbortController();
      const ends = await Promise.all(
        Array.from({ length: processes }, async (_, at) =>
          startWaiting(awaited.slice(at * WAITS, (at + 1) * WAITS), leaving.signal),
        ),
      );

      const reads = await Promise.allSettled(
        [0, 1, 2].map(async () => connect().get(asOwner({ owner }), read)),
      );
      leaving.abort();
      for (const end of ends) await end();

      expect(reads.map(({ status }) => status)).toStrictEqual(Array(3).fill('fulfilled'));
    },
  );

  it('says that the long polls of others are why it is refused', async () => {
    const { connect, owner } = given();
    const [read = '', ...awaited] = await makeActivities(LONG_POLLS * 2 + 1);
    const others = await countRequests();
    const leaving = new AbortController();
    const stop = leaving.signal;
    const underWay = awaited.map(async (activityId) => {
      let from: ActivityPosition | undefined;
      while (!stop.aborted) {
        const polled = await pollActivity(others.client, activityId, { from, stop }).catch(
          () => undefined,
        );
        from = polled?.position ?? from;
      }
    });
    await eventually('the polls of others', async () =>
      readActivity(new TemporalCalls(others.client, 500), read).then(
        () => false,
        () => true,
      ),
    );

    // On a busy machine, a read may run into its deadline before Temporal says why it waits.
    const tasks = connect({ callDeadlineMs: 5_000 });
    const refusal = await eventually('the reason of a refusal', async () =>
      tasks.get(asOwner({ owner }), read).then(
        () => false as const,
        (error: unknown) => String(error).includes('long polls') && error,
      ),
    );

    expect(refusal).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/long polls.*Tasks are not lost.*"longPolls"/),
    });
    leaving.abort();
    await Promise.all(underWay);
    await others.close();
  });
});
