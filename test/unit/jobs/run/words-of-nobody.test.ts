/** A job that says nothing of its state for now: a word that no list has, none at all, or a request to wait. */
import { describe, expect, it } from '@jest/globals';

import type { FollowCall, JobHeartbeat } from '../../../../src/jobs/contract/job-contract.js';
import type { JobReply } from '../../../../src/jobs/contract/job-reply.js';
import { createJobRunner } from '../../../../src/jobs/run/create-job-runner.js';
import { compiler } from '../../../../src/manifest/compile/compile-text.js';

const MINUTE_MS = 60_000;
const REQUEST = { method: 'GET', url: '/runs/{$job.id}' };

const repliesWith = (reply: Partial<JobReply>) =>
  createJobRunner({
    send: async () =>
      Promise.resolve({
        status: 200,
        headers: {},
        body: { state: 'aborted' },
        isText: false,
        isTooLarge: false,
        ...reply,
      }),
    compiler,
  });
const { follow } = repliesWith({});

const call: FollowCall = {
  tool: 'deploy',
  spec: {
    base: 'https://ci.example',
    start: { ...REQUEST, ids: {}, idempotent: false },
    poll: { ...REQUEST, state: '$body.state', succeeded: ['done'], failed: [], cancelled: [] },
    pollEvery: { from: 1_000, to: 1_000 },
    notFoundFor: 1,
    unreachableFor: MINUTE_MS,
    timeout: 1_440 * MINUTE_MS,
  },
  input: {},
  key: 'k',
  taskId: 'mcp-1',
  stage: 'poll',
  ids: { id: '7' },
  from: {},
  sinceMs: Date.now() - 120 * MINUTE_MS,
  isStopping: false,
  untilMs: Date.now() + 120 * MINUTE_MS,
};

const wordFor = (minutes: number) => ({
  word: 'aborted',
  wordSinceMs: Date.now() - minutes * MINUTE_MS,
});

describe('a word that no list has', () => {
  it('runs for an hour', async () => {
    const step = await follow(call, wordFor(59), 1);

    expect(step).toMatchObject({
      kind: 'goesOn',
      heartbeat: { status: 'The job is aborted.' },
    });
    expect(step).toHaveProperty('warning', undefined);
  });

  it('is told after an hour, once in the log', async () => {
    const step = await follow(call, wordFor(61), 1);

    expect(step).toMatchObject({
      heartbeat: { status: expect.stringContaining('a word that the manifest does not list') },
      warning: expect.stringContaining('add it to a list of the job of deploy, or to "running"'),
    });
    const before = { ...wordFor(62), isDoubtful: true };
    expect(await follow(call, before, 1)).toHaveProperty('warning', undefined);
  });
});

/** The status and the warning after each of several equal polls of a job. */
async function pollTimes(
  times: number,
  reply: Partial<JobReply>,
  poll: Partial<FollowCall['spec']['poll']> = {},
): Promise<readonly [string | undefined, string | undefined]> {
  const runner = repliesWith(reply);
  const spec = { ...call.spec, poll: { ...call.spec.poll, ...poll } };
  let before: JobHeartbeat = {};
  let warning: string | undefined;
  for (let attempt = 1; attempt <= times; attempt += 1) {
    const step = await runner.follow({ ...call, spec }, before, attempt);
    if (step.kind === 'ended') throw new Error('The job has ended.');
    before = step.heartbeat;
    ({ warning } = step);
  }
  return [before.status, warning];
}

describe('a job without a word', () => {
  const NOTHING = { body: { status: 'done' } };
  const RUNS = 'The job is running.';
  const SAID = `${RUNS} The replies have no value for "$body.state".`;

  it('is told after three equal replies, once in the log', async () => {
    expect(await pollTimes(2, NOTHING)).toStrictEqual([RUNS, undefined]);
    expect(await pollTimes(3, NOTHING)).toStrictEqual([
      SAID,
      'The replies have no value for "$body.state": correct "state" of the job of deploy',
    ]);
    expect(await pollTimes(4, NOTHING)).toStrictEqual([SAID, undefined]);
  });

  it('runs where its manifest has no state, or a condition that does not hold', async () => {
    expect(await pollTimes(4, NOTHING, { state: '`null`' })).toStrictEqual([RUNS, undefined]);
    expect(await pollTimes(4, NOTHING, { state: "$body.status == 'ok'" })).toStrictEqual([
      RUNS,
      undefined,
    ]);
  });

  it('is told at once of a condition that holds, and is in no list', async () => {
    const [status] = await pollTimes(1, NOTHING, { state: "$body.status == 'done'" });

    expect(status).toBe('The job is true. The manifest does not know the word "true".');
  });
});

describe('a service that asks for a pause', () => {
  const LATE = { headers: { 'retry-after': '1800' } };
  const AT = /The service has asked for a pause: it is asked again at \d\d:\d\d UTC\.$/;

  it('is told with its end, if that is more than a minute away', async () => {
    const [running] = await pollTimes(1, { ...LATE, body: { state: 'queued' } });
    const [short] = await pollTimes(1, {
      status: 429,
      headers: { 'retry-after': '59' },
      body: null,
    });

    expect(running).toMatch(AT);
    expect(short).toBe('The service has answered with status 429. Trying again.');
  });

  it('is asked again at the end of "unreachableFor", though it wants later', async () => {
    const step = await repliesWith({ status: 429, ...LATE }).follow(call, {}, 1);

    expect(step).toMatchObject({
      afterMs: expect.closeTo(MINUTE_MS, -3),
      heartbeat: { status: expect.stringMatching(AT) },
    });
    const before = { failingSinceMs: Date.now() - MINUTE_MS - 1 };
    await expect(repliesWith({ status: 429, ...LATE }).follow(call, before, 2)).rejects.toThrow(
      'The service has been out of reach for',
    );
  });
});
