/** The manifest of `examples/jobs` for Buildbot, in front of a real master with a worker. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import {
  type Buildbot,
  buildbotPython,
  type BuildRequest,
  startBuildbot,
} from '../../support/jobs/engines/buildbot.js';
import { losesReply, losesRequest } from '../../support/jobs/faults.js';
import { type JobService, startJobProxy } from '../../support/jobs/job-service.js';
import { serveExample, type ServedJobs } from '../../support/jobs/serve-jobs.js';

const describeWithBuildbot = buildbotPython === undefined ? describe.skip : describe;
const FORCE = /^POST .*\/forceschedulers\//;
/** The results of a cancelled request. */
const CANCELLED = 6;

describeWithBuildbot('a branch that Buildbot builds', () => {
  let buildbot: Buildbot;
  let proxy: JobService;
  let example: ServedJobs;

  beforeAll(async () => {
    buildbot = await startBuildbot(buildbotPython ?? '');
    proxy = await startJobProxy(buildbot.url);
    example = await serveExample('buildbot.yaml', { environment: { BUILDBOT_URL: proxy.url } });
  });

  afterAll(async () => {
    await example.stop();
    await proxy.stop();
    await buildbot.stop();
  });

  const requestsOf = async (branch: string): Promise<readonly BuildRequest[]> =>
    (await buildbot.listRequests()).filter(
      ({ properties }) => properties['branch']?.[0] === branch,
    );

  const untilClaimed = async (branch: string): Promise<void> => {
    await eventually(`a build of ${branch}`, async () => (await requestsOf(branch))[0]?.claimed);
  };

  const untilComplete = async (branch: string): Promise<BuildRequest> =>
    eventually(`the end of ${branch}`, async () =>
      (await requestsOf(branch)).find(({ complete }) => complete),
    );

  it('becomes the result of its task', async () => {
    const taskId = await example.start('build_branch', { branch: 'main' });

    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { build: expect.any(Number), report: 'It took 1 s.' },
    });
  });

  it('fails with the words of Buildbot', async () => {
    const taskId = await example.start('build_branch', { branch: 'broken' });

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/failed .*\(failure\)/),
    });
  });

  it('is stopped when its task is cancelled', async () => {
    const taskId = await example.start('build_branch', { branch: 'stopped', seconds: 600 });
    await untilClaimed('stopped');

    await example.cancel(taskId);

    expect(await untilComplete('stopped')).toMatchObject({ results: CANCELLED });
    expect(await example.end(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('leaves the queue when its task is cancelled while it waits', async () => {
    const building = await example.start('build_branch', { branch: 'first', seconds: 600 });
    await untilClaimed('first');
    const waiting = await example.start('build_branch', { branch: 'second', seconds: 600 });
    await eventually('the second request', async () => (await requestsOf('second')).length > 0);

    await example.cancel(waiting);
    const request = await untilComplete('second');
    await example.cancel(building);

    expect(request).toMatchObject({ results: CANCELLED });
    expect(await example.end(waiting)).toMatchObject({ status: 'cancelled' });
    expect(await untilComplete('first')).toMatchObject({ results: CANCELLED });
  });

  it('is found by its mark if the reply to its start is lost, and starts once', async () => {
    proxy.fail(FORCE, losesReply);
    const taskId = await example.start('build_branch', { branch: 'found' });

    expect(await example.end(taskId)).toMatchObject({ status: 'completed' });
    expect(await requestsOf('found')).toHaveLength(1);
  });

  it('fails by a name if Buildbot may or may not have got the start', async () => {
    proxy.fail(FORCE, losesRequest);
    const taskId = await example.start('build_branch', { branch: 'lost' });

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('unknown whether the job was started'),
    });
    expect(await requestsOf('lost')).toStrictEqual([]);
  });
});
