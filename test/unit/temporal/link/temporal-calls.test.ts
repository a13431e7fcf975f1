import { describe, expect, it } from '@jest/globals';
import { type Client, ServiceError } from '@temporalio/client';

import { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';

const client = {
  withDeadline: async <T>(_deadline: number, call: () => Promise<T>) => call(),
} as unknown as Client;

/** Rejects as the Client does if the Temporal Service does not know the namespace. */
async function missNamespace(): Promise<never> {
  const cause = Object.assign(new Error('5 NOT_FOUND: Namespace default is not found.'), {
    code: 5,
    details: 'Namespace default is not found.',
    metadata: {},
  });
  return Promise.reject(new ServiceError('Failed', { cause }));
}

describe('a namespace that the service does not know', () => {
  it('is a wrong setting, where no call was ever answered', async () => {
    const calls = new TemporalCalls(client, 1_000);

    await expect(calls.run(missNamespace)).rejects.toMatchObject({ code: 'misconfigured' });
    await expect(calls.run(missNamespace)).rejects.toMatchObject({ code: 'misconfigured' });
  });

  it('is an outage, where it has been there before: the service has just been started', async () => {
    const calls = new TemporalCalls(client, 1_000);
    await calls.run(async () => Promise.resolve('an answer'));

    await expect(calls.run(missNamespace)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is an outage, where there was no answer a moment ago: the service is starting', async () => {
    const calls = new TemporalCalls(client, 1_000);
    const refused = Object.assign(new Error('14 UNAVAILABLE'), {
      code: 14,
      details: 'ECONNREFUSED',
      metadata: {},
    });
    await expect(
      calls.run(async () => Promise.reject(new ServiceError('Failed', { cause: refused }))),
    ).rejects.toMatchObject({ code: 'unavailable' });

    await expect(calls.run(missNamespace)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('does not make an outage of a task that is not there', async () => {
    const calls = new TemporalCalls(client, 1_000);
    await calls.run(async () => Promise.resolve('an answer'));
    const notFound = Object.assign(new Error('5 NOT_FOUND'), {
      code: 5,
      details: 'workflow not found for ID: x',
      metadata: {},
    });

    await expect(
      calls.run(async () => Promise.reject(new ServiceError('Failed', { cause: notFound }))),
    ).rejects.toMatchObject({ code: 'taskNotFound' });
  });
});
