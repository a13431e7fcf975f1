import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';

import { openHarness, type Harness } from './workflow-harness.js';

let harness: Harness;

beforeAll(async () => {
  harness = await openHarness('examples');
});

afterAll(() => harness.close());

describe('importRecords', () => {
  it('retries by policy until the storage answers, with the retries visible in describe', async () => {
    const handle = await harness.start('importRecords', {
      args: [{ fileName: 'customers.csv', rowCount: 12, failures: 2, attemptMs: 10 }],
    });

    const retrying = await eventually('the import has failed once', async () => {
      const { raw } = await handle.describe();
      return raw.pendingActivities?.find((activity) => activity.lastFailure);
    });

    expect(retrying.lastFailure?.message).toBe('The storage did not answer');
    expect(retrying.maximumAttempts).toBe(5);
    expect(await handle.result()).toStrictEqual({
      fileName: 'customers.csv',
      batchId: expect.stringMatching(/^batch_/),
      importedRows: 12,
      attempts: 3,
    });
  });

  it('fails at the first attempt when the file is malformed', async () => {
    const handle = await harness.start('importRecords', {
      args: [{ fileName: 'customers.pdf', attemptMs: 10 }],
    });

    await expect(handle.result()).rejects.toHaveProperty('cause.cause.type', 'MalformedFile');
    const { events } = await handle.fetchHistory();
    const started = events?.flatMap((event) => event.activityTaskStartedEventAttributes ?? []);
    expect(started?.map(({ attempt }) => attempt)).toStrictEqual([1]);
  });
});
