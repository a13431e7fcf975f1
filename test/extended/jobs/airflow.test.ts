/** The manifest of `examples/jobs` for Airflow, in front of a real API server and a real scheduler. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { type Airflow, airflowPython, startAirflow } from '../../support/jobs/engines/airflow.js';
import { losesReply } from '../../support/jobs/faults.js';
import { type JobService, startJobProxy } from '../../support/jobs/job-service.js';
import { serveExample, type ServedJobs } from '../../support/jobs/serve-jobs.js';

const describeWithAirflow = airflowPython === undefined ? describe.skip : describe;

describeWithAirflow('a report that a DAG of Airflow writes', () => {
  let airflow: Airflow;
  let proxy: JobService;
  let example: ServedJobs;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    airflow = await startAirflow(airflowPython ?? '');
    closers.push(airflow.stop);
    proxy = await startJobProxy(airflow.url);
    closers.push(proxy.stop);
    example = await serveExample('airflow.yaml', {
      environment: { AIRFLOW_URL: proxy.url },
      secrets: { AIRFLOW_USER: airflow.user, AIRFLOW_PASSWORD: airflow.password },
    });
    closers.push(example.stop);
  });

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const statesOf = async (source: string): Promise<string[]> =>
    (await airflow.listRuns())
      .filter(({ conf }) => conf['source'] === source)
      .map(({ state }) => state);

  it('becomes the result of its task', async () => {
    const taskId = await example.start('write_report', { source: 'orders', pages: 2 });

    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { result: '2 pages of orders' },
    });
  });

  it('fails with the end of its log', async () => {
    const taskId = await example.start('write_report', { source: 'missing', pages: 1 });

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/page 1 of 1[^]*There is no source missing\./),
    });
  });

  it('outlives the token with which it was started', async () => {
    const isLogin = /^POST \/auth\/token$/;
    const before = proxy.seen(isLogin).length;
    const pages = 2 * airflow.tokenSeconds;
    const taskId = await example.start('write_report', { source: 'archive', pages });

    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { result: `${pages} pages of archive` },
    });
    expect(proxy.seen(isLogin).length).toBeGreaterThan(before);
    expect(await statesOf('archive')).toStrictEqual(['success']);
  });

  it('is cancelled with its task', async () => {
    const taskId = await example.start('write_report', { source: 'endless', pages: 600 });
    await eventually('the run', async () => (await statesOf('endless'))[0] === 'running');

    await example.cancel(taskId);
    await eventually('its end', async () => (await statesOf('endless'))[0] === 'failed');

    expect(await example.end(taskId)).toMatchObject({ status: 'cancelled' });
    expect(await statesOf('endless')).toHaveLength(1);
  });

  it('starts once if the reply to its start is lost', async () => {
    const isStart = /^POST .*\/dagRuns$/;
    proxy.fail(isStart, losesReply);
    const taskId = await example.start('write_report', { source: 'lost' });

    expect(await example.end(taskId)).toMatchObject({ status: 'completed' });
    expect(proxy.seen(isStart).filter(({ body }) => body.includes('"lost"'))).toHaveLength(2);
    expect(await statesOf('lost')).toStrictEqual(['success']);
  });
});
