/** A job whose service refuses the credentials, which may be renewed meanwhile. */
import { describe, expect, it } from '@jest/globals';

import type { JobHeartbeat } from '../../../../src/jobs/contract/job-contract.js';
import { JobCallError, type JobReply } from '../../../../src/jobs/contract/job-reply.js';
import { createJobRunner } from '../../../../src/jobs/run/create-job-runner.js';
import { compiler } from '../../../../src/manifest/compile/compile-text.js';

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
const REQUEST = { method: 'GET', url: '/runs/{$job.id}' };
const DENIED = { status: 401, body: { message: 'The token has expired' } };

const runnerOf = (reply: Partial<JobReply>) =>
  createJobRunner({
    send: async () =>
      Promise.resolve({
        status: 200,
        headers: {},
        body: null,
        isText: false,
        isTooLarge: false,
        ...reply,
      }),
    compiler,
  });

const callFor = (unreachableFor: number) => ({
  tool: 't',
  spec: {
    base: 'https://ci.example',
    start: { ...REQUEST, ids: {}, idempotent: false },
    poll: { ...REQUEST, state: '$body.state', succeeded: [], failed: [], cancelled: [] },
    result: REQUEST,
    pollEvery: { from: 1_000, to: 1_000 },
    notFoundFor: 1,
    unreachableFor,
    timeout: HOUR_MS,
  },
  input: {},
  key: 'k',
  taskId: 'mcp-1',
  stage: 'poll' as const,
  ids: { id: '7' },
  from: {},
  sinceMs: Date.now() - HOUR_MS,
  isStopping: false,
  untilMs: Date.now() + HOUR_MS,
});

describe('a poll whose credentials are refused', () => {
  it.each([
    ['for the first time', {}],
    ['after an outage', { failingSinceMs: Date.now() - 50 * MINUTE_MS }],
    ['for nine minutes', { deniedSinceMs: Date.now() - 9 * MINUTE_MS }],
  ])('is made again: %s', async (_when, before: JobHeartbeat) => {
    const step = await runnerOf(DENIED).follow(callFor(HOUR_MS), before, 1);

    expect(step).toMatchObject({
      kind: 'goesOn',
      heartbeat: {
        status: 'The service has answered with status 401: The token has expired. Trying again.',
        deniedSinceMs: expect.any(Number),
      },
    });
  });

  it.each([
    ['ten minutes', HOUR_MS, 11],
    ['"unreachableFor", if that is shorter', 2 * MINUTE_MS, 3],
  ])('ends the task after %s', async (_what, unreachableFor, minutes) => {
    const before = { deniedSinceMs: Date.now() - minutes * MINUTE_MS };

    await expect(runnerOf(DENIED).follow(callFor(unreachableFor), before, 1)).rejects.toMatchObject(
      {
        type: 'JobUnreadable',
      },
    );
  });

  it('ends the task after ten minutes without a token for it, too', async () => {
    const message = 'ci.example refused the login of this job (status 403).';
    const send = async (): Promise<never> =>
      Promise.reject(new JobCallError('unequipped', message));
    const { follow } = createJobRunner({ send, compiler });
    const since = (minutes: number) => ({ deniedSinceMs: Date.now() - minutes * MINUTE_MS });

    expect(await follow(callFor(HOUR_MS), since(9), 1)).toMatchObject({ kind: 'goesOn' });
    await expect(follow(callFor(HOUR_MS), since(11), 1)).rejects.toMatchObject({
      type: 'JobUnreadable',
      message: expect.stringContaining(message),
    });
  });

  it('begins anew after a reply', async () => {
    const before = { deniedSinceMs: Date.now() - 9 * MINUTE_MS };
    const step = await runnerOf({ body: { state: 'runs' } }).follow(callFor(HOUR_MS), before, 1);

    expect(step).toMatchObject({ heartbeat: expect.not.objectContaining(before) });
  });
});

describe('a result whose credentials are refused', () => {
  it.each([
    ['is asked for again', 9, { kind: 'goesOn' }],
    ['is given up after ten minutes', 11, { outcome: { unread: { kind: 'refused' } } }],
  ])('%s', async (_what, minutes, expected) => {
    const before = { deniedSinceMs: Date.now() - minutes * MINUTE_MS };

    expect(await runnerOf(DENIED).fetchResult(callFor(HOUR_MS), before, 1)).toMatchObject(expected);
  });
});
