/** A job whose state is a word that no list of the manifest has. */
import { describe, expect, it } from '@jest/globals';

import { createJobRunner } from '../../../../src/jobs/run/create-job-runner.js';
import { compiler } from '../../../../src/manifest/compile/compile-text.js';

const MINUTE_MS = 60_000;
const REQUEST = { method: 'GET', url: '/runs/{$job.id}' };

const { follow } = createJobRunner({
  send: async () =>
    Promise.resolve({
      status: 200,
      headers: {},
      body: { state: 'aborted' },
      isText: false,
      isTooLarge: false,
    }),
  compiler,
});

const call = {
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
  stage: 'poll' as const,
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
