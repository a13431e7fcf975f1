/** The manifest of `examples/jobs` for AWS Step Functions, in front of moto. It checks the signature of each call. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { motoPython, startMoto, type StepFunctions } from '../../support/jobs/engines/moto.js';
import { losesReply } from '../../support/jobs/faults.js';
import {
  type JobService,
  type SeenRequest,
  startJobProxy,
} from '../../support/jobs/job-service.js';
import { serveExample, type ServedJobs } from '../../support/jobs/serve-jobs.js';

const describeWithMoto = motoPython === undefined ? describe.skip : describe;

describeWithMoto('an order that Step Functions ships', () => {
  let moto: StepFunctions;
  let proxy: JobService;
  let example: ServedJobs;

  beforeAll(async () => {
    moto = await startMoto(motoPython ?? '');
    proxy = await startJobProxy(moto.url);
    example = await serveExample('step-functions.yaml', {
      environment: {
        STEP_FUNCTIONS_URL: proxy.url,
        STEP_FUNCTIONS_INTERNAL: 'true',
        AWS_REGION: moto.region,
        STATE_MACHINE: moto.stateMachine,
      },
      secrets: {
        AWS_ACCESS_KEY_ID: moto.accessKeyId,
        AWS_SECRET_ACCESS_KEY: moto.secretAccessKey,
      },
    });
  });

  afterAll(async () => {
    await example.stop();
    await proxy.stop();
    await moto.stop();
  });

  const executionsOf = async (order: string) =>
    (await moto.listExecutions()).filter(({ input }) => input.includes(`"${order}"`));

  /** All requests are POSTs, also those of an earlier test that its service has not ended yet. */
  const isStart = ({ headers }: SeenRequest): boolean =>
    headers['x-amz-target'] === 'AWSStepFunctions.StartExecution';

  /** The names of an order's executions, one for each request to start it. */
  const startsOf = (order: string): unknown[] =>
    proxy.requests
      .filter(isStart)
      .filter(({ body }) => body.includes(order))
      .map(({ fields }) => fields['name']);

  it('becomes the result of its task', async () => {
    const taskId = await example.start('ship_order', { order: 'A-17', delay: 1 });

    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { order: 'A-17', shipped: true },
    });
  });

  it('fails with the cause that the state machine gives', async () => {
    const taskId = await example.start('ship_order', { order: 'lost-1' });

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('OutOfStock: The order cannot be packed.'),
    });
  });

  it('is stopped when its task is cancelled', async () => {
    const taskId = await example.start('ship_order', { order: 'B-1', delay: 600 });
    await eventually('the execution', async () => (await executionsOf('B-1')).length > 0);

    await example.cancel(taskId);
    const stopped = await eventually('its end', async () =>
      (await executionsOf('B-1')).find(({ status }) => status === 'ABORTED'),
    );

    expect(stopped).toBeDefined();
    expect(await example.end(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('starts once if the reply to its start is lost', async () => {
    proxy.fail(isStart, losesReply);
    const taskId = await example.start('ship_order', { order: 'C-1', delay: 2 });

    expect(await example.end(taskId)).toMatchObject({ status: 'completed' });
    expect(startsOf('C-1')).toHaveLength(2);
    expect(await executionsOf('C-1')).toHaveLength(1);
  });

  it('is found again if it has ended before the start is repeated', async () => {
    proxy.fail(isStart, losesReply);
    const taskId = await example.start('ship_order', { order: 'C-2' });

    expect(await example.end(taskId)).toMatchObject({ status: 'completed' });
    expect(startsOf('C-2')).toHaveLength(2);
    expect(await executionsOf('C-2')).toHaveLength(1);
  });
});
