/** What a Workflow without code for MCP can be asked and told while an operator has paused it. */
import { beforeAll, describe, expect, it } from '@jest/globals';

import type { Task } from '../../../src/core/task/task.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { eventually } from '../../support/eventually.js';
import {
  canPause,
  pauseWorkflow,
  unpauseWorkflow,
  whyNoPause,
} from '../../support/paused-executions.js';
import { OWN_IDS_MANIFEST } from '../../support/start-mcp-server.js';
import {
  type AnyClient,
  connectAny,
  EXISTING_WORKFLOWS,
  GENERATIONS,
  untilPurchase,
  withExistingWorkflows,
} from '../../support/with-existing-workflows.js';
import { withTasks } from '../../support/with-tasks.js';

const describePaused = canPause ? describe : describe.skip;
const ORDER = { item: 'a lamp', cents: 4_000 };

const toContinue = (taskId: string): string =>
  `Try again once an operator has continued it: temporal workflow unpause --workflow-id ${taskId}`;

describePaused(`a paused Workflow${whyNoPause}`, () => {
  const given = withExistingWorkflows();

  describe.each(GENERATIONS)('and a client of %s', (generation) => {
    let client: AnyClient;
    beforeAll(async () => {
      client = await connectAny(generation, given().url);
    });

    const startPaused = async (): Promise<string> => {
      const taskId = await client.start('buy', ORDER);
      await untilPurchase(given().temporal, taskId, 'awaiting approval');
      await pauseWorkflow(given().temporal, taskId);
      return taskId;
    };

    it.each(['show_nothing', 'show_purchase'])('tells that it answers no %s', async (name) => {
      const taskId = await startPaused();

      expect(await client.call(name, { task_id: taskId })).toMatchObject({
        isError: true,
        content: [
          {
            text: `The workflow is paused, so it answers no queries. ${toContinue(taskId)}`,
          },
        ],
      });
    });

    it('tells that an Update was refused, and takes it later', async () => {
      const taskId = await startPaused();
      const change = { task_id: taskId, cents: 5 };

      expect(await client.call('change_amount', change)).toMatchObject({
        isError: true,
        content: [
          {
            text: `The workflow is paused, so it takes no updates: change_amount had no effect, and will have none. ${toContinue(taskId)}`,
          },
        ],
      });
      await unpauseWorkflow(given().temporal, taskId);
      expect(await client.call('change_amount', change)).toMatchObject({
        structuredContent: { cents: 5 },
      });
    });
  });
});

describePaused(`a question of a paused Workflow${whyNoPause}`, () => {
  const given = withTasks({ manifest: EXISTING_WORKFLOWS });
  const as = () => asOwner({ owner: given().owner });

  const untilAsked = async (taskId: string): Promise<Task> =>
    eventually('it asks', async () => {
      const task = await given().connect().get(as(), taskId);
      return task.questions.length > 0 ? task : undefined;
    });

  it('that a Query shows is unknown, and there again later', async () => {
    const { create, connect, temporal, tasks } = given();
    const { taskId } = await create('buy_with_approval', ORDER);
    const [question] = (await untilAsked(taskId)).questions;
    const key = question?.key ?? '';
    await pauseWorkflow(temporal, taskId);

    expect(await connect().get(as(), taskId)).toMatchObject({
      phase: 'working',
      questions: [],
      hasUnknownQuestions: true,
      isStuck: true,
      statusMessage: `An operator has paused the workflow. To continue it: temporal workflow unpause --workflow-id ${taskId}`,
    });
    const answer = { [key]: { action: 'accept', content: { approved: true } } };
    await expect(connect().answer(as(), taskId, answer)).rejects.toMatchObject({
      code: 'unavailable',
      message: `The answer to ${key} was not accepted. The workflow is paused. ${toContinue(taskId)}`,
    });

    await unpauseWorkflow(temporal, taskId);
    expect((await untilAsked(taskId)).questions).toMatchObject([{ key }]);
    expect(await tasks.answer(as(), taskId, answer)).toMatchObject({ tooLate: [] });
  });

  it('takes no answer by Update, and says so', async () => {
    const { create, connect, temporal, tasks } = given();
    const { taskId } = await create('report_expenses', { approvals: 1 });
    const [question] = (await untilAsked(taskId)).questions;
    const key = question?.key ?? '';
    await pauseWorkflow(temporal, taskId);
    const answer = { [key]: { action: 'accept', content: { decision: 'yes' } } };

    await expect(connect().answer(as(), taskId, answer)).rejects.toMatchObject({
      code: 'unavailable',
      message: `The answer to ${key} was not accepted. The workflow is paused. ${toContinue(taskId)}`,
    });

    await unpauseWorkflow(temporal, taskId);
    await tasks.answer(as(), taskId, answer);
    expect((await given().closed(taskId)).outcome).toMatchObject({ kind: 'result' });
  });
});

describePaused(
  `a start with an Update, where the Workflow of its ID is paused,${whyNoPause}`,
  () => {
    const given = withTasks({ manifest: OWN_IDS_MANIFEST });

    it('tells that nothing was sent', async () => {
      const { create, temporal } = given();
      const cart = { cart_id: given().owner, sku: 'a' };
      const { taskId } = await create('add_by_update', cart);
      await pauseWorkflow(temporal, taskId);

      await expect(create('add_by_update', cart)).rejects.toMatchObject({
        code: 'workflowIdInUse',
        message: `Nothing was sent to task ${taskId}. The workflow is paused. ${toContinue(taskId)}`,
      });
    });
  },
);
