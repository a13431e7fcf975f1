/** Families of services that have no example: Azure's two kinds of operations, google.longrunning and Airflow. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { type Airflow, type DagRun, startAirflow } from '../../support/jobs/airflow.js';
import { type Azure, type AzureOperation, startAzure } from '../../support/jobs/azure.js';
import { losesReply } from '../../support/jobs/faults.js';
import {
  type GoogleOperation,
  type GoogleOperations,
  startGoogleOperations,
} from '../../support/jobs/google.js';
import { type ServedJobs, serveJobs } from '../../support/jobs/serve-jobs.js';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.e30.x';
let azure: Azure;
let google: GoogleOperations;
let airflow: Airflow;
let jobs: ServedJobs;

beforeAll(async () => {
  azure = await startAzure();
  google = await startGoogleOperations();
  airflow = await startAirflow(TOKEN);
  jobs = await serveJobs(new URL('../../support/jobs/stand-ins.yaml', import.meta.url), {
    environment: { AZURE_URL: azure.url, GOOGLE_URL: google.url, AIRFLOW_URL: airflow.url },
    secrets: { AIRFLOW_TOKEN: TOKEN },
  });
});

afterAll(async () => {
  await jobs.stop();
  await Promise.all([azure.stop(), google.stop(), airflow.stop()]);
});

describe.each(['import_by_azure', 'deploy_by_azure'])('an operation of Azure, %s', (tool) => {
  const untilStarted = async (source: string): Promise<AzureOperation> =>
    eventually(`the operation for ${source}`, () =>
      azure.operations.find(({ request }) => request['source'] === source),
    );

  it('becomes the result of its task', async () => {
    const taskId = await jobs.start(tool, { source: `${tool}-1` });
    const operation = await untilStarted(`${tool}-1`);
    operation.result = { rows: 17 };
    operation.status = 'Succeeded';

    expect(await jobs.end(taskId)).toMatchObject({ status: 'completed', content: { rows: 17 } });
  });

  it('fails with the words of the service', async () => {
    const taskId = await jobs.start(tool, { source: `${tool}-2` });
    const operation = await untilStarted(`${tool}-2`);
    operation.error = { code: 'BlobNotFound', message: 'There is no such blob.' };
    operation.status = 'Failed';

    expect(await jobs.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('There is no such blob.'),
    });
  });
});

describe('an operation of Azure that can be cancelled and repeated', () => {
  const operationsFor = (source: string): readonly AzureOperation[] =>
    azure.operations.filter(({ request }) => request['source'] === source);

  it('is cancelled with its task', async () => {
    const taskId = await jobs.start('import_by_azure', { source: 'cancelled' });
    await eventually('the operation', () => operationsFor('cancelled').length > 0);

    await jobs.cancel(taskId);
    await eventually('its end', () => operationsFor('cancelled')[0]?.status === 'Canceled');

    expect(await jobs.end(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('starts once if the reply to its start is lost', async () => {
    azure.fail(/^POST \/imports/, losesReply);
    const taskId = await jobs.start('import_by_azure', { source: 'lost' });
    await eventually('the second start', () => azure.seen(/^POST \/imports/).length > 0);
    const operation = await eventually('the operation', () => operationsFor('lost')[0]);
    operation.status = 'Succeeded';

    expect(await jobs.end(taskId)).toMatchObject({ status: 'completed' });
    expect(operationsFor('lost')).toHaveLength(1);
  });
});

describe('a google.longrunning operation', () => {
  const untilStarted = async (source: string): Promise<GoogleOperation> =>
    eventually(`the operation for ${source}`, () =>
      google.operations.find(({ request }) => request['source'] === source),
    );

  it('becomes the result of its task', async () => {
    const taskId = await jobs.start('import_by_google', { source: 'good' });
    const operation = await untilStarted('good');
    operation.response = { rows: 17 };

    expect(await jobs.end(taskId)).toMatchObject({ status: 'completed', content: { rows: 17 } });
  });

  it('fails with the words of the service', async () => {
    const taskId = await jobs.start('import_by_google', { source: 'bad' });
    const operation = await untilStarted('bad');
    operation.error = { code: 5, message: 'There is no such bucket.' };

    expect(await jobs.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('There is no such bucket.'),
    });
  });

  it('is cancelled with its task', async () => {
    const taskId = await jobs.start('import_by_google', { source: 'cancelled' });
    const operation = await untilStarted('cancelled');

    await jobs.cancel(taskId);
    await eventually('its end', () => operation.error);

    expect(operation.error).toMatchObject({ code: 1 });
    expect(await jobs.end(taskId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a run of Airflow', () => {
  const runsFor = (source: string): readonly DagRun[] =>
    airflow.runs.filter(({ conf }) => conf['source'] === source);
  const untilStarted = async (source: string): Promise<DagRun> =>
    eventually(`the run for ${source}`, () => runsFor(source)[0]);

  it('becomes the result of its task', async () => {
    const taskId = await jobs.start('report_by_airflow', { source: 'good' });
    const run = await untilStarted('good');
    run.state = 'success';

    expect(await jobs.end(taskId)).toMatchObject({
      status: 'completed',
      content: { dag_run_id: run.dag_run_id },
    });
  });

  it('fails by its state', async () => {
    const taskId = await jobs.start('report_by_airflow', { source: 'bad' });
    (await untilStarted('bad')).state = 'failed';

    expect(await jobs.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('failed'),
    });
  });

  it('counts as cancelled once it has failed after its cancellation (J-026)', async () => {
    const taskId = await jobs.start('report_by_airflow', { source: 'cancelled' });
    const run = await untilStarted('cancelled');

    await jobs.cancel(taskId);
    await eventually('its end', () => run.state === 'failed');

    expect(await jobs.end(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('starts once if the reply to its start is lost', async () => {
    airflow.fail(/^POST/, losesReply);
    const taskId = await jobs.start('report_by_airflow', { source: 'lost' });
    const run = await untilStarted('lost');
    run.state = 'success';

    expect(await jobs.end(taskId)).toMatchObject({ status: 'completed' });
    expect(runsFor('lost')).toHaveLength(1);
  });
});
