/** The manifest of `examples/jobs` for Dagster, in front of a real server. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { type Dagster, dagsterPython, startDagster } from '../../support/jobs/engines/dagster.js';
import { losesReply } from '../../support/jobs/faults.js';
import {
  type JobService,
  type SeenRequest,
  startJobProxy,
} from '../../support/jobs/job-service.js';
import { serveExample, type ServedJobs } from '../../support/jobs/serve-jobs.js';

const describeWithDagster = dagsterPython === undefined ? describe.skip : describe;

describeWithDagster('a report that a job of Dagster writes', () => {
  let dagster: Dagster;
  let proxy: JobService;
  let example: ServedJobs;
  /** The same, for a code location that Dagster does not have. */
  let refused: ServedJobs;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    dagster = await startDagster(dagsterPython ?? '');
    closers.push(dagster.stop);
    proxy = await startJobProxy(dagster.url);
    closers.push(proxy.stop);
    example = await serveExample('dagster.yaml', { environment: { DAGSTER_URL: proxy.url } });
    closers.push(example.stop);
    refused = await serveExample('dagster.yaml', {
      environment: { DAGSTER_URL: proxy.url, DAGSTER_LOCATION: 'elsewhere.py' },
    });
    closers.push(refused.stop);
  });

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const statesOf = async (source: string): Promise<string[]> =>
    (await dagster.listRuns())
      .filter(({ runConfigYaml }) => runConfigYaml.includes(`source: ${source}`))
      .map(({ status }) => status);

  it('becomes the result of its task', async () => {
    const taskId = await example.start('write_report', { source: 'orders', pages: 2 });

    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { run: expect.any(String), said: '2 pages of orders' },
    });
  });

  it('fails with the exception of its op', async () => {
    const taskId = await example.start('write_report', { source: 'missing', pages: 0 });

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('ValueError: There is no source missing.'),
    });
  });

  it('is refused with the words of Dagster', async () => {
    const taskId = await refused.start('write_report', { source: 'orders' });

    expect(await refused.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/Could not find .*elsewhere\.py.* \(JobRefused\)$/),
    });
  });

  it('is cancelled with its task', async () => {
    const taskId = await example.start('write_report', { source: 'endless', pages: 600 });
    await eventually('the run', async () => (await statesOf('endless'))[0] === 'STARTED');

    await example.cancel(taskId);
    await eventually('its end', async () => (await statesOf('endless'))[0] === 'CANCELED');

    expect(await example.end(taskId)).toMatchObject({ status: 'cancelled' });
    expect(await statesOf('endless')).toHaveLength(1);
  });

  it('is found by its tag if the reply to its start is lost', async () => {
    const isStart = ({ body }: SeenRequest): boolean => body.includes('launchRun');
    proxy.fail(isStart, losesReply);
    const taskId = await example.start('write_report', { source: 'lost' });

    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { said: '1 pages of lost' },
    });
    expect(proxy.seen(isStart).filter(({ body }) => body.includes('"lost"'))).toHaveLength(1);
    expect(await statesOf('lost')).toStrictEqual(['SUCCESS']);
  });
});
