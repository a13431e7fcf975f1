/** The manifest of `examples/jobs` for Google Cloud Workflows, in front of a stand-in of their REST interface. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { losesReply } from '../../support/jobs/faults.js';
import {
  type GoogleExecution,
  type GoogleWorkflows,
  startGoogleWorkflows,
} from '../../support/jobs/google.js';
import { serveExample, type ServedJobs } from '../../support/jobs/serve-jobs.js';

const TOKEN = 'ya29.a0AfH6SM';

describe('a data set that Google Workflows imports', () => {
  let google: GoogleWorkflows;
  let example: ServedJobs;

  beforeAll(async () => {
    google = await startGoogleWorkflows({ authorization: `Bearer ${TOKEN}` });
    example = await serveExample('google-workflows.yaml', {
      environment: {
        GOOGLE_WORKFLOWS_URL: google.url,
        GOOGLE_WORKFLOWS_INTERNAL: 'true',
        GOOGLE_WORKFLOW: 'projects/acme/locations/europe-west1/workflows/import-data',
      },
      secrets: { GOOGLE_TOKEN: TOKEN },
    });
  });

  afterAll(async () => {
    await example.stop();
    await google.stop();
  });

  const executionsOf = (source: string): readonly GoogleExecution[] =>
    google.executions.filter(({ argument }) => argument === JSON.stringify({ source }));

  const untilActive = async (source: string): Promise<GoogleExecution> =>
    eventually(`an execution for ${source}`, () => executionsOf(source)[0]);

  it('becomes the result of its task', async () => {
    const taskId = await example.start('import_data', { source: 'gs://acme/a.csv' });
    const execution = await untilActive('gs://acme/a.csv');
    execution.result = '{"rows":17}';
    execution.state = 'SUCCEEDED';

    expect(await example.end(taskId)).toMatchObject({ status: 'completed', content: { rows: 17 } });
  });

  it('shows the step that the execution is at', async () => {
    const taskId = await example.start('import_data', { source: 'gs://acme/b.csv' });
    await untilActive('gs://acme/b.csv');

    const { statusMessage } = await eventually('the step', async () => {
      const task = await example.get(taskId);
      return task.statusMessage?.includes('build') === true && task;
    });
    await example.cancel(taskId);

    expect(statusMessage).toContain('build');
  });

  it('fails with the error of the execution', async () => {
    const taskId = await example.start('import_data', { source: 'gs://acme/c.csv' });
    const execution = await untilActive('gs://acme/c.csv');
    execution.error = { payload: '"There is no c.csv."', context: 'in step "read"' };
    execution.state = 'FAILED';

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('There is no c.csv.'),
    });
  });

  it('is cancelled with its task', async () => {
    const taskId = await example.start('import_data', { source: 'gs://acme/d.csv' });
    const execution = await untilActive('gs://acme/d.csv');

    await example.cancel(taskId);
    await eventually('the end of the execution', () => execution.state !== 'ACTIVE');

    expect(execution.state).toBe('CANCELLED');
    expect(await example.end(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('is found by its label if the reply to its start is lost, and starts once', async () => {
    google.fail(/^POST .*executions$/, losesReply);
    const taskId = await example.start('import_data', { source: 'gs://acme/e.csv' });
    const execution = await untilActive('gs://acme/e.csv');
    execution.result = '{"rows":1}';
    execution.state = 'SUCCEEDED';

    expect(await example.end(taskId)).toMatchObject({ status: 'completed', content: { rows: 1 } });
    expect(executionsOf('gs://acme/e.csv')).toHaveLength(1);
  });
});
