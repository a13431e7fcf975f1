/** The manifest of `examples/jobs` for Prefect, in front of a real server and a process that serves a deployment. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { type Prefect, prefectPython, startPrefect } from '../../support/jobs/engines/prefect.js';
import { losesReply } from '../../support/jobs/faults.js';
import { type JobService, startJobProxy } from '../../support/jobs/job-service.js';
import { serveExample, type ServedJobs } from '../../support/jobs/serve-jobs.js';

const describeWithPrefect = prefectPython === undefined ? describe.skip : describe;

describeWithPrefect('a table that a flow of Prefect loads', () => {
  let prefect: Prefect;
  let proxy: JobService;
  let example: ServedJobs;

  beforeAll(async () => {
    prefect = await startPrefect(prefectPython ?? '');
    proxy = await startJobProxy(prefect.url);
    example = await serveExample('prefect.yaml', {
      environment: { PREFECT_URL: proxy.url, PREFECT_DEPLOYMENT: prefect.deployment },
      secrets: { PREFECT_USER: prefect.user, PREFECT_PASSWORD: prefect.password },
    });
  });

  afterAll(async () => {
    await example.stop();
    await proxy.stop();
    await prefect.stop();
  });

  const statesOf = async (table: string): Promise<string[]> =>
    (await prefect.listRuns())
      .filter(({ parameters }) => parameters['table'] === table)
      .map(({ state_type: state }) => state);

  it('becomes the result of its task', async () => {
    const taskId = await example.start('load_table', { table: 'orders', rows: 2 });

    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { run: expect.any(String), message: 'Loaded 2 rows of orders.' },
    });
  });

  it('fails with the exception of the flow', async () => {
    const taskId = await example.start('load_table', { table: 'missing' });

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('ValueError: There is no table missing.'),
    });
  });

  it('is cancelled with its task', async () => {
    const taskId = await example.start('load_table', { table: 'endless', rows: 600 });
    await eventually('the run', async () => (await statesOf('endless'))[0] === 'RUNNING');

    await example.cancel(taskId);
    await eventually('its end', async () => (await statesOf('endless'))[0] === 'CANCELLED');

    expect(await example.end(taskId)).toMatchObject({ status: 'cancelled' });
    expect(await statesOf('endless')).toHaveLength(1);
  });

  it('starts once if the reply to its start is lost', async () => {
    proxy.fail(/create_flow_run$/, losesReply);
    const taskId = await example.start('load_table', { table: 'lost' });

    expect(await example.end(taskId)).toMatchObject({ status: 'completed' });
    expect(proxy.requests.filter(({ body }) => body.includes('"lost"'))).toHaveLength(2);
    expect(await statesOf('lost')).toStrictEqual(['COMPLETED']);
  });
});
