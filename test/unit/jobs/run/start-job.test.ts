import { describe, expect, it } from '@jest/globals';

import type { StartOutcome } from '../../../../src/jobs/contract/job-contract.js';
import type { JobReply } from '../../../../src/jobs/contract/job-reply.js';
import type { JobRequest, JobSpec } from '../../../../src/jobs/contract/job-spec.js';
import { createJobRunner } from '../../../../src/jobs/run/create-job-runner.js';
import { toScope } from '../../../../src/jobs/run/request/job-scope.js';
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

describe('a start that the service says it has had', () => {
  const call = { tool: 't', input: {}, key: 'k', taskId: 'mcp-1' };
  const existed = async (
    reply: Pick<JobReply, 'body' | 'headers'>,
    id: string,
  ): Promise<StartOutcome> => {
    const send = async (): Promise<JobReply> =>
      Promise.resolve({ status: 409, isText: false, isTooLarge: false, ...reply });
    const spec: JobSpec = {
      base: 'https://ci.example',
      start: {
        method: 'POST',
        url: '/runs',
        ids: { id },
        idempotent: true,
        existedIf: '$code == `409`',
      },
      poll: { ...PLAIN, state: '$body', ...ENDS },
      pollEvery: { from: 1, to: 1 },
      notFoundFor: 1,
      unreachableFor: 1,
      timeout: 1,
    };
    return createJobRunner({ send, compiler }).start({ ...call, spec });
  };
  const { token } = toScope({ ...call, spec: undefined as never }).task;

  it.each([
    ['its body', { body: { id: '7', by: { key: token } }, headers: {} }, '$body.id'],
    ['a header', { body: { id: '7' }, headers: { 'x-key': token } }, '$body.id'],
    ['the IDs', { body: null, headers: {} }, '$task.token'],
  ])('is this task’s if %s repeats the token', async (_where, reply, id) => {
    const ids = { id: id === '$body.id' ? '7' : token };

    expect(await existed(reply, id)).toMatchObject({ kind: 'started', ids });
  });

  it.each([
    ['nothing', { body: { id: '1024' }, headers: {} }],
    ['another token', { body: { id: '1024', key: 'f'.repeat(36) }, headers: { etag: 'a' } }],
    ['the token in another case', { body: { id: '1', key: token.toUpperCase() }, headers: {} }],
  ])('is in doubt if the reply repeats %s', async (_what, reply) => {
    expect(await existed(reply, '$body.id')).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('does not have $task.token'),
    });
  });
});
