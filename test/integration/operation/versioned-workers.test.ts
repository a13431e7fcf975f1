/** Workers with Worker Versioning, of which none can take a Workflow. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import proto from '@temporalio/proto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';

import { asOwner } from '../../../src/core/task/viewer.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { type CliExit, runCli } from '../../support/start-cli.js';
import { startOwnTemporal } from '../../support/start-own-temporal.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import { buys, purchase, toManifestText } from '../../support/tool-texts.js';
import { withTasks } from '../../support/with-tasks.js';

const { VersioningBehavior, WorkerVersioningMode } = proto.temporal.api.enums.v1;

const { PINNED_OVERRIDE_BEHAVIOR_PINNED: PINNED } =
  proto.temporal.api.workflow.v1.VersioningOverride.PinnedOverrideBehavior;

/** A poll registers its version, and a busy service may need a second one. */
const POLL_MS = 5_000;

let ownTemporal: TestWorkflowEnvironment;
beforeAll(async () => {
  // A version counts as polling for this time after its last poll, by default for five minutes.
  ownTemporal = await startOwnTemporal({ 'matching.PollerHistoryTTL': '"8s"' });
  process.env['MCP_TASKS_TEST_TEMPORAL_ADDRESS'] = ownTemporal.address;
});
const given = withTasks({ worker: false });
const stops: (() => Promise<void>)[] = [];
let folder: TestFolder;

beforeAll(async () => {
  folder = await createTestFolder();
});

afterAll(async () => {
  for (const stop of stops) await stop();
  await folder.remove();
  await ownTemporal.teardown();
});

/**
 * Polls as a Worker of a version does, until the tests are over. It answers no Workflow Task.
 *
 * @returns Ends the polling.
 */
const poll = (
  deploymentName: string,
  buildId: string,
  taskQueue: string,
): (() => Promise<void>) => {
  const stop = new AbortController();
  const { temporal } = given();
  const { namespace, identity } = temporal.options;
  const pollOnce = async (): Promise<unknown> =>
    temporal.withAbortSignal(stop.signal, async () =>
      temporal.withDeadline(Date.now() + POLL_MS, async () =>
        temporal.workflowService.pollWorkflowTaskQueue({
          namespace,
          identity,
          taskQueue: { name: taskQueue },
          deploymentOptions: {
            deploymentName,
            buildId,
            workerVersioningMode: WorkerVersioningMode.WORKER_VERSIONING_MODE_VERSIONED,
          },
        }),
      ),
    );
  const keepPolling = async (): Promise<void> => {
    while (!stop.signal.aborted) await pollOnce().catch(() => undefined);
  };
  const polling = keepPolling();
  const end = async (): Promise<void> => {
    stop.abort();
    await polling;
  };
  stops.push(end);
  return end;
};

/** Pins a Workflow to version 1.0 of a deployment, once its Task Queue knows that version. */
const pin = async (workflowId: string, deploymentName: string): Promise<unknown> => {
  const { workflowService, options } = given().temporal;
  const request = {
    namespace: options.namespace,
    workflowExecution: { workflowId },
    updateMask: { paths: ['versioning_override'] },
    workflowExecutionOptions: {
      versioningOverride: {
        pinned: { behavior: PINNED, version: { deploymentName, buildId: '1.0' } },
        behavior: VersioningBehavior.VERSIONING_BEHAVIOR_PINNED,
        pinnedVersion: `${deploymentName}.1.0`,
      },
    },
  };
  return eventually('the pin', async () =>
    workflowService.updateWorkflowExecutionOptions(request).then(
      () => true,
      () => undefined,
    ),
  );
};

const untilStatus = async (taskId: string, message: string): Promise<boolean> => {
  const { connect, owner } = given();
  const tasks = connect();
  return eventually(message, async () => {
    const { statusMessage } = await tasks.get(asOwner({ owner }), taskId);
    return statusMessage === message;
  });
};

const check = async (taskQueue: string): Promise<CliExit> => {
  await folder.write({
    'tools.yaml': `tools: { hand: { workflow: { type: answeredByHand, taskQueue: ${taskQueue} }, description: A. } }`,
  });
  return runCli(['check', '--manifest', join(folder.path, 'tools.yaml')]);
};

describe('a task whose Workers have versions', () => {
  it('says that none of them is current, and check does, too', async () => {
    const { create, taskQueue } = given();
    const deployment = `shop-${randomUUID()}`;
    poll(deployment, '1.0', `${taskQueue}-by-hand`);

    const { taskId } = await create('answered_by_hand');

    const words = `Workers of deployment ${deployment} poll, and none of its versions is current. To make one current: temporal worker deployment set-current-version --deployment-name ${deployment} --build-id 1.0`;
    await untilStatus(taskId, words);
    const { code, stdout } = await check(`${taskQueue}-by-hand`);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^PROBLEM .*is polled by 1 worker\(s\), but calls of hand would wait\. /m,
    );
    expect(stdout).toContain(words);
  });

  it('says that it is pinned to a version that no Worker has, and check does, too', async () => {
    const { create, tool, temporal } = given();
    const taskQueue = `test-${randomUUID()}`;
    const deploymentName = `shop-${randomUUID()}`;
    const { namespace } = temporal.options;
    // A Workflow is pinned to a version only if that has polled the queue, since server 1.32.
    const endPolling = poll(deploymentName, '1.0', taskQueue);
    poll(deploymentName, '2.0', taskQueue);
    await eventually('both versions', async () => {
      const { workerDeploymentInfo } = await temporal.workflowService
        .describeWorkerDeployment({ namespace, deploymentName })
        .catch(() => ({ workerDeploymentInfo: undefined }));
      return workerDeploymentInfo?.versionSummaries?.length === 2;
    });
    await endPolling();
    const answered = tool('answered_by_hand');
    const { taskId } = await create(
      'answered_by_hand',
      {},
      { tool: { ...answered, start: { ...answered.start, taskQueue } } },
    );

    await pin(taskId, deploymentName);
    await temporal.workflow.getHandle(taskId).signal('wake');

    const words = `No worker polls for version 1.0 of deployment ${deploymentName}, to which the workflow is pinned. Start such a worker, or move the workflow: temporal workflow update-options`;
    const mend = `--workflow-id ${taskId} --versioning-override-behavior auto_upgrade`;
    expect(await untilStatus(taskId, `${words} ${mend}`)).toBe(true);
    // Visibility has the pin later than the execution.
    const { stdout } = await eventually('check with the pin', async () => {
      const exit = await check(taskQueue);
      return exit.stdout.includes('cannot continue') ? exit : undefined;
    });
    expect(stdout).toContain(
      `warning  Task Queue ${taskQueue}: 1 open workflow(s) cannot continue. ${words}`,
    );
  });
});

describe('a task that waits for an answer of a Workflow, whose Worker has stopped', () => {
  /** Starts a Workflow that asks, and stops its Worker. */
  async function askAndStop(): Promise<{
    readonly taskId: string;
    readonly taskQueue: string;
    readonly untilSaid: (words: string) => Promise<string>;
  }> {
    const { connect, owner, terminateLater } = given();
    const { address } = ownTemporal;
    const worker = await runTestWorker({ definitions: 'fixtures', address });
    const { taskQueue } = worker;
    const { tools } = parseManifest(toManifestText(taskQueue, { buy: purchase() }));
    const tool = tools.get('buy');
    if (!tool) throw new Error('There is no tool');
    const { taskId } = await createOwned(connect({ tools }), {
      tool,
      workflowArguments: [buys],
      owner,
      protocolVersion: rev2025.version,
    });
    terminateLater(taskId);
    const read = connect({ tools });
    await eventually('the question', async () => {
      const { questions } = await read.get(asOwner({ owner }), taskId);
      return questions.length > 0 || undefined;
    });
    await worker.stop();
    const tasks = connect({ tools });
    const untilSaid = async (words: string): Promise<string> =>
      eventually(words, async () => {
        const { statusMessage = '' } = await tasks.get(asOwner({ owner }), taskId);
        return statusMessage.includes(words) ? statusMessage : undefined;
      });
    return { taskId, taskQueue, untilSaid };
  }

  it('says that it waits for a Worker', async () => {
    const { taskQueue, untilSaid } = await askAndStop();

    const words = `Waiting for a worker of Task Queue ${taskQueue}.`;
    expect(await untilSaid(words)).toBe(words);
  });

  it('names the version to which it is pinned, and check does, too', async () => {
    const { taskId, taskQueue, untilSaid } = await askAndStop();
    const deploymentName = `shop-${randomUUID()}`;
    const endPolling = poll(deploymentName, '1.0', taskQueue);
    poll(deploymentName, '2.0', taskQueue);
    await pin(taskId, deploymentName);
    await endPolling();

    const words = `No worker polls for version 1.0 of deployment ${deploymentName}, to which the workflow is pinned.`;
    expect(await untilSaid(words)).toContain(`update-options --workflow-id ${taskId}`);
    const { stdout } = await eventually('check with the pin', async () => {
      const exit = await check(taskQueue);
      return exit.stdout.includes('cannot continue') ? exit : undefined;
    });
    expect(stdout).toContain(words);
  });
});
