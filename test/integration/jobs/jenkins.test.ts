/** The manifest of `examples/jobs` for Jenkins, in front of a stand-in. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { losesReply } from '../../support/jobs/faults.js';
import { type Jenkins, type JenkinsItem, startJenkins } from '../../support/jobs/jenkins.js';
import { serveExample, type ServedJobs } from '../../support/jobs/serve-jobs.js';

const USER = 'agent';
const TOKEN = '11f0c5a1b7e';

describe('a version that Jenkins deploys', () => {
  let jenkins: Jenkins;
  let example: ServedJobs;

  beforeAll(async () => {
    const authorization = `Basic ${Buffer.from(`${USER}:${TOKEN}`).toString('base64')}`;
    jenkins = await startJenkins({ authorization });
    example = await serveExample('jenkins.yaml', {
      environment: { JENKINS_URL: jenkins.url },
      secrets: { JENKINS_USER: USER, JENKINS_TOKEN: TOKEN },
    });
  });

  afterAll(async () => {
    await example.stop();
    await jenkins.stop();
  });

  const itemsOf = (version: string): readonly JenkinsItem[] =>
    jenkins.items.filter(({ parameters }) => parameters['VERSION'] === version);

  const untilBuilding = async (version: string) =>
    eventually(`a build of ${version}`, () => itemsOf(version)[0]?.build);

  it('goes from the queue to a build, and becomes the result of its task', async () => {
    const taskId = await example.start('deploy', { version: '1.0' });
    const build = await untilBuilding('1.0');
    build.result = 'UNSTABLE';

    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { build: `${jenkins.url}/job/deploy/${build.number}/`, result: 'UNSTABLE' },
    });
  });

  it('fails with the number of the build', async () => {
    const taskId = await example.start('deploy', { version: '1.1' });
    const build = await untilBuilding('1.1');
    build.result = 'FAILURE';

    expect(await example.end(taskId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(`Build #${build.number} has ended as FAILURE`),
    });
  });

  it('is stopped when its task is cancelled', async () => {
    const taskId = await example.start('deploy', { version: '1.2' });
    const build = await untilBuilding('1.2');

    await example.cancel(taskId);
    await eventually('the end of the build', () => build.result !== null);

    expect(build.result).toBe('ABORTED');
    expect(await example.end(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('leaves the queue when its task is cancelled while it waits', async () => {
    jenkins.executors = 0;
    const taskId = await example.start('deploy', { version: '1.3' });
    const item = await eventually('the item', () => itemsOf('1.3')[0]);

    await example.cancel(taskId);
    await eventually('the item to leave the queue', () => item.isCancelled);
    jenkins.executors = 2;

    expect(await example.end(taskId)).toMatchObject({ status: 'cancelled' });
    expect(item.build).toBeUndefined();
  });

  it('shares no item with a task of the same version', async () => {
    jenkins.executors = 0;
    const taskIds = [
      await example.start('deploy', { version: '1.4' }),
      await example.start('deploy', { version: '1.4' }),
    ];
    await eventually('both items', () => itemsOf('1.4').length === 2);
    jenkins.executors = 2;
    await eventually('both builds', () => itemsOf('1.4').every(({ build }) => build));
    for (const { build } of itemsOf('1.4')) if (build) build.result = 'SUCCESS';
    const builds = await Promise.all(
      taskIds.map(async (taskId) => (await example.end(taskId)).content),
    );

    expect(new Set(builds.map((build) => JSON.stringify(build))).size).toBe(2);
  });

  it('is found by its token if the reply to its start is lost', async () => {
    jenkins.fail(/buildWithParameters$/, losesReply);
    const taskId = await example.start('deploy', { version: '1.5' });
    const item = await eventually('the item', () => itemsOf('1.5')[0]);
    const build = jenkins.build(item);
    build.result = 'SUCCESS';

    expect(await example.end(taskId)).toMatchObject({
      status: 'completed',
      content: { build: `${jenkins.url}/job/deploy/${build.number}/` },
    });
    expect(itemsOf('1.5')).toHaveLength(1);
  });

  it('is found by its token if Jenkins has forgotten the item', async () => {
    jenkins.executors = 0;
    const taskId = await example.start('deploy', { version: '1.6' });
    const item = await eventually('the item', () => itemsOf('1.6')[0]);
    await eventually('a reading', () => item.timesRead > 0);
    item.isForgotten = true;
    const build = jenkins.build(item);
    build.result = 'SUCCESS';
    const end = await example.end(taskId);
    jenkins.executors = 2;

    expect(end).toMatchObject({
      status: 'completed',
      content: { build: `${jenkins.url}/job/deploy/${build.number}/` },
    });
  });
});
