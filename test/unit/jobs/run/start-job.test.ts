import { describe, expect, it } from '@jest/globals';

import type { JobReply } from '../../../../src/jobs/contract/job-reply.js';
import type { JobRequest, JobSpec } from '../../../../src/jobs/contract/job-spec.js';
import { createJobRunner } from '../../../../src/jobs/run/create-job-runner.js';
import { compiler } from '../../../../src/manifest/compile/compile-text.js';

const PLAIN: JobRequest = { method: 'GET', url: '/runs/{$job.id}' };
const REGIONAL: JobRequest = { method: 'GET', url: '/{region}/runs/{$job.id}' };
const ENDS = { succeeded: [], failed: [], cancelled: [] };
const CANCEL = { alreadyEnded: [], endsAs: [], within: 1 };

const LATER: Readonly<Record<string, Partial<JobSpec>>> = {
  find: { find: { method: 'GET', url: '/{region}/runs', ids: {} } },
  queue: { queue: { ...REGIONAL, state: '$body', ...ENDS } },
  'cancel of a queue': {
    queue: { ...PLAIN, state: '$body', ...ENDS, cancel: { ...REGIONAL, ...CANCEL } },
  },
  poll: { poll: { ...REGIONAL, state: '$body', ...ENDS } },
  cancel: { cancel: { ...REGIONAL, ...CANCEL } },
  result: { result: REGIONAL },
  failure: { failure: { ...REGIONAL, tail: 100 } },
};

describe('a call without a value for a later address', () => {
  it.each(Object.entries(LATER))('starts no job: %s', async (_, later) => {
    let sent = 0;
    const send = async (): Promise<JobReply> => {
      sent += 1;
      const body = { id: '7' };
      return Promise.resolve({ status: 200, headers: {}, body, isText: false, isTooLarge: false });
    };
    const spec: JobSpec = {
      base: 'https://ci.example',
      start: {
        method: 'POST',
        url: '/runs',
        ids: { id: '$body.id' },
        idempotent: false,
      },
      poll: { ...PLAIN, state: '$body', ...ENDS },
      pollEvery: { from: 1, to: 1 },
      notFoundFor: 1,
      unreachableFor: 1,
      timeout: 1,
      ...later,
    };
    const call = { tool: 't', spec, key: 'k', taskId: 'mcp-1' };

    const { start } = createJobRunner({ send, compiler });

    await expect(start({ ...call, input: {} })).rejects.toMatchObject({
      type: 'JobRefused',
      message: '"region" has no value, and is part of an address. The job was not started.',
    });
    expect(sent).toBe(0);
    await expect(start({ ...call, input: { region: 'eu' } })).resolves.toStrictEqual({
      kind: 'started',
      ids: { id: '7' },
      from: 'https://ci.example/runs',
    });
  });
});
