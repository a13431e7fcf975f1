import { describe, expect, it } from '@jest/globals';

import type { JobCall, NamedJob } from '../../../../src/jobs/contract/job-contract.js';
import { JobRetry } from '../../../../src/jobs/contract/job-errors.js';
import type { JobReply } from '../../../../src/jobs/contract/job-reply.js';
import { toScope } from '../../../../src/jobs/run/request/job-scope.js';
import { findJob } from '../../../../src/jobs/run/start-job.js';
import { compiler } from '../../../../src/manifest/compile/compile-text.js';

const REQUEST = { method: 'GET', url: '/runs' };
const CALL = { tool: 't', input: {}, key: 'k', taskId: 'mcp-1' };
const { token: TOKEN } = toScope(CALL as unknown as JobCall).task;

const OWN = '$body.runs[?tag == $task.token].id | [0]';

async function findBy(reply: Partial<JobReply>, id = OWN): Promise<NamedJob | null> {
  const whole = { status: 200, headers: {}, body: null, isText: false, isTooLarge: false };
  const send = async (): Promise<JobReply> => Promise.resolve({ ...whole, ...reply });
  const spec = {
    base: 'https://ci.example',
    start: { ...REQUEST, ids: {}, idempotent: false },
    find: { ...REQUEST, ids: { id } },
    poll: { ...REQUEST, state: '$body', succeeded: [], failed: [], cancelled: [] },
    pollEvery: { from: 1, to: 1 },
    notFoundFor: 1,
    unreachableFor: 1,
    timeout: 1,
  };
  return findJob({ send, compiler }, { ...CALL, spec });
}

describe('a job whose start had no answer', () => {
  it('is found by what the service lists', async () => {
    expect(await findBy({ body: { runs: [{ id: 6 }, { id: 7, tag: TOKEN }] } })).toStrictEqual({
      ids: { id: '7' },
      from: 'https://ci.example/runs',
    });
  });

  it('is found at an address that has the token, if the token is its ID', async () => {
    expect(await findBy({ body: { state: 'queued' } }, '$task.token')).toMatchObject({
      ids: { id: TOKEN },
    });
  });

  it.each([
    ['the first of a list that the service has not filtered', '$body.runs[0].id', [{ id: 1024 }]],
    ['one without the token', OWN, [{ id: 1024 }]],
    [
      'one that is not compared for equality',
      '$body.runs[?tag != $task.token].id | [0]',
      [{ id: 1 }],
    ],
    [
      'one by a token that may be missing',
      '$body.runs[?!tag || tag == $task.token].id | [0]',
      [{ id: 1 }],
    ],
  ])('is not %s (N4)', async (_what, id, runs) => {
    expect(await findBy({ body: { runs } }, id)).toBeNull();
  });

  it.each([{ body: { runs: [] } }, { status: 404 }])('is none by %j', async (reply) => {
    expect(await findBy(reply)).toBeNull();
  });

  it.each([
    ['a page', { body: '<html>', isText: true }],
    ['a list that is too large', { isTooLarge: true }],
    ['a limit of calls', { status: 429 }],
  ])('is looked for again after %s', async (_what, reply) => {
    await expect(findBy(reply)).rejects.toThrow(JobRetry);
  });
});
