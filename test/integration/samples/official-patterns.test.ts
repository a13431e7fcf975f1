import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineSearchAttributeKey } from '@temporalio/common';

import { eventually } from '../../support/eventually.js';
import { itIn, PREPARATION_TIMEOUT_MS } from '../../support/languages/prepare-language.js';
import { readActivities } from '../../support/read-activities.js';
import { type Run, sampleCases } from '../../support/samples/sample-cases.js';
import {
  connectSampleClient,
  type SampleClient,
  type SampleTask,
} from '../../support/samples/sample-client.js';
import {
  SAMPLE_LANGUAGES,
  sampleManifest,
  startSampleWorker,
} from '../../support/samples/start-sample-worker.js';
import { withOwners } from '../../support/with-owners.js';

const CUSTOMER = defineSearchAttributeKey('Customer', 'KEYWORD');

type Args = Run['arguments'];

/** Puts something unique in the place of `{id}`. */
function withId(args: Args, id: string): Args {
  return JSON.parse(JSON.stringify(args).replaceAll('{id}', id)) as Args;
}

it('has a case for each language', () => {
  expect(sampleCases.map(({ language }) => language)).toStrictEqual(SAMPLE_LANGUAGES);
});

describe.each(sampleCases)('Workflows in $language, as they are,', (sample) => {
  const it = itIn(sample.language);
  const given = withOwners(sampleManifest(sample.language), {
    startWorker: async (temporal) => startSampleWorker(sample.language, temporal),
    timeoutMs: PREPARATION_TIMEOUT_MS,
  });
  let client: SampleClient;

  beforeAll(async () => {
    client = await connectSampleClient(given(), `ada-${randomUUID()}`, sample.generation);
  });

  afterAll(async () => client.close());

  /** A reading of a task that is as wanted. */
  async function until(
    taskId: string,
    isWanted: (task: SampleTask) => boolean,
  ): Promise<SampleTask> {
    let last: SampleTask | undefined;
    return eventually('the task as wanted', async () => {
      last = await client.get(taskId);
      return isWanted(last) ? last : undefined;
    }).catch((error: unknown) => {
      throw new Error(JSON.stringify(last), { cause: error });
    });
  }

  async function start({ tool, arguments: args }: Omit<Run, 'result'>): Promise<string> {
    return client.start(tool, withId(args, randomUUID()));
  }

  async function activitiesOf(taskId: string): Promise<string[]> {
    return (await readActivities(given().temporal, taskId)).map(({ type }) => type);
  }

  it('a transfer is paid once, and refunded when the deposit fails', async () => {
    const { tool, failing, activities, ...transfer } = sample.transfer;
    const args = withId(transfer.arguments, randomUUID());
    const taskId = await client.start(tool, args);
    expect(await client.result(taskId)).toMatchObject(transfer.result as object);
    await expect(client.start(tool, args)).rejects.toThrow(taskId);

    const refused = await start({ tool, arguments: failing.arguments });
    expect(await client.result(refused)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(failing.message) }],
    });
    expect(await activitiesOf(refused)).toStrictEqual(activities);
  });

  it('a saga books all, or takes back what it has booked, last first', async () => {
    const { tool, failing, activities, ...saga } = sample.saga;
    const taskId = await start({ tool, ...saga });
    expect(await client.result(taskId)).toMatchObject(saga.result as object);

    const failed = await start({ tool, arguments: failing.arguments });
    expect(await client.result(failed)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(failing.message) }],
    });
    expect(await activitiesOf(failed)).toStrictEqual(activities);
  });

  it('an entity is made by its first message, and is the task of all others', async () => {
    const { tool, show, finish, ...entity } = sample.entity;
    const id = randomUUID();
    const taskId = await client.start(tool, withId(entity.arguments, id));
    expect(await client.start(tool, withId(entity.then, id))).toBe(taskId);
    expect(await client.call(show.tool, { task_id: taskId })).toMatchObject(show.result as object);
    expect(await client.get(taskId)).toHaveProperty('status', 'working');

    await client.call(finish.tool, { task_id: taskId, ...finish.arguments });
    expect(await client.result(taskId)).toMatchObject(entity.result as object);
  });

  it('an approval is asked for, and its answer is the Signal that the Workflow has', async () => {
    const { question, yes, whenDeclined, ...approval } = sample.approval;
    const approved = await start(approval);
    const asked = await client.answer(approved, { action: 'accept', content: yes as never });
    expect(asked).toBe(question);
    expect(await client.result(approved)).toMatchObject(approval.result as object);

    const declined = await start(approval);
    await client.answer(declined, { action: 'decline' });
    expect(await client.result(declined)).toMatchObject(whenDeclined as object);
  });

  it('an approval that is cancelled waits for nobody', async () => {
    const taskId = await start(sample.approval);
    await until(taskId, ({ status }) => status === 'input_required');
    await client.cancel(taskId);

    expect(await until(taskId, ({ status }) => status !== 'input_required')).toHaveProperty(
      'status',
      'cancelled',
    );
  });

  it('an order takes Updates, and says why it refuses one', async () => {
    const { tool, refused, update, ...order } = sample.order;
    const id = randomUUID();
    const taskId = await client.start(tool, withId(order.arguments, id));
    const refusal = await client.call(tool, withId(refused.arguments, id)).then(
      (result) => JSON.stringify(result),
      (error: unknown) => String(error),
    );
    expect(refusal).toMatch(refused.message);

    expect(await client.call(update.tool, { task_id: taskId })).toMatchObject(
      update.result as object,
    );
    expect(await client.result(taskId)).toMatchObject(order.result as object);
  });

  it('polling shows that it goes on, and ends with the answer', async () => {
    const taskId = await start(sample.polling);
    await until(taskId, ({ statusMessage = '' }) => sample.polling.status.test(statusMessage));

    expect(await client.result(taskId)).toMatchObject(sample.polling.result as object);
  });

  it('a batch counts by its heartbeats, and can be cancelled', async () => {
    const progressOf = async (taskId: string): Promise<number> => {
      const { structuredContent } = await client.call('task_status', { task_id: taskId });
      const { progress } = structuredContent as { progress?: { progress: number; total: number } };
      return progress?.total === sample.batch.total ? progress.progress : 0;
    };
    const [taskId, other] = [await start(sample.batch), await start(sample.batch)];
    const first = await eventually('progress', async () => (await progressOf(taskId)) || undefined);
    await client.cancel(other);
    await eventually('more progress', async () => (await progressOf(taskId)) > first);

    expect(await client.result(taskId)).toMatchObject(sample.batch.result as object);
    await until(other, ({ status }) => status === 'cancelled');
  });

  it('a chain of runs is one task', async () => {
    const taskId = await start(sample.loop);
    const { createdAt } = await client.get(taskId);
    expect(await client.result(taskId)).toMatchObject(sample.loop.result as object);

    expect(await client.get(taskId)).toMatchObject({ status: 'completed', createdAt });
    const { raw, runId } = await given().temporal.workflow.getHandle(taskId).describe();
    expect(raw.workflowExecutionInfo?.firstRunId).not.toBe(runId);
  });

  it('a fan-out says whom it waits for, and puts the results together', async () => {
    const taskId = await start(sample.fanOut);
    await until(taskId, ({ statusMessage = '' }) => sample.fanOut.status.test(statusMessage));

    expect(await client.result(taskId)).toMatchObject(sample.fanOut.result as object);
  });

  it('what a Schedule has started is in the list of whom it is for, and can be followed', async () => {
    const { tool, workflowType, workflowArguments, result } = sample.schedule;
    const { temporal, taskQueue } = given();
    const schedule = await temporal.schedule.create({
      scheduleId: `reports-${randomUUID()}`,
      spec: { intervals: [{ every: '30 days' }] },
      action: {
        type: 'startWorkflow',
        workflowType,
        args: workflowArguments,
        workflowId: `report-${randomUUID()}`,
        taskQueue,
        typedSearchAttributes: [{ key: CUSTOMER, value: client.owner }],
      },
    });
    try {
      await schedule.trigger();
      const { workflowId } = await eventually('the execution', async () => {
        const [action] = (await schedule.describe()).info.recentActions;
        return action?.action.workflow;
      });
      await eventually('it in the list', async () => (await client.list()).includes(workflowId));

      const taskId = await client.start(tool, { workflow_id: workflowId });
      expect(taskId).toBe(workflowId);
      expect(await client.result(taskId)).toMatchObject(result as object);
    } finally {
      await schedule.delete();
    }
  });
});
