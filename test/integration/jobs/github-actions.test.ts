/** The manifest of `examples/jobs` for GitHub Actions, in front of a stand-in. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { limitsRate, losesReply } from '../../support/jobs/faults.js';
import { type GitHub, type GitHubRun, startGitHub } from '../../support/jobs/github.js';
import { serveExample, type ServedJobs } from '../../support/jobs/serve-jobs.js';

const TOKEN = 'github_pat_11f0c5a1b7e';
const DISPATCH = /dispatches$/;

describe('a branch that GitHub Actions tests', () => {
  let github: GitHub;
  let example: ServedJobs;

  beforeAll(async () => {
    github = await startGitHub(TOKEN);
    example = await serveExample('github-actions.yaml', {
      environment: { GITHUB_URL: github.url, GITHUB_INTERNAL: 'true' },
      secrets: { GITHUB_TOKEN: TOKEN },
    });
  });

  afterAll(async () => {
    await example.stop();
    await github.stop();
  });

  const runsOf = (branch: string): readonly GitHubRun[] =>
    github.runs.filter(({ ref }) => ref === branch);

  const untilRunning = async (branch: string): Promise<GitHubRun> =>
    eventually(`a run of ${branch}`, () => runsOf(branch)[0]);

  it('becomes the result of its task', async () => {
    const taskId = await example.start('run_ci', { branch: 'main', suite: 'full' });
    const run = await untilRunning('main');
    run.conclusion = 'success';

    expect(run.inputs).toStrictEqual({ suite: 'full' });
    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { run: `https://github.example/runs/${run.id}`, conclusion: 'success' },
    });
  });

  it('fails with the conclusion and the address of the run', async () => {
    const taskId = await example.start('run_ci', { branch: 'broken' });
    const run = await untilRunning('broken');
    run.conclusion = 'failure';

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(`ended as failure at https://github.example/runs/${run.id}`),
    });
  });

  it('is cancelled with its task', async () => {
    const taskId = await example.start('run_ci', { branch: 'stopped' });
    const run = await untilRunning('stopped');

    await example.cancel(taskId);
    await eventually('the end of the run', () => run.conclusion !== null);

    expect(run.conclusion).toBe('cancelled');
    expect(await example.end(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('starts once, and says so, if the reply to its start is lost', async () => {
    github.fail(DISPATCH, losesReply);
    const taskId = await example.start('run_ci', { branch: 'lost' });

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('unknown whether the job was started'),
    });
    expect(runsOf('lost')).toHaveLength(1);
  });

  it('starts later if the rate limit is used up', async () => {
    github.fail(DISPATCH, limitsRate('epoch', 2, 403));
    const taskId = await example.start('run_ci', { branch: 'limited' });
    const run = await untilRunning('limited');
    run.conclusion = 'success';

    expect(await example.end(taskId)).toMatchObject({ status: 'completed' });
    expect(runsOf('limited')).toHaveLength(1);
  });
});
