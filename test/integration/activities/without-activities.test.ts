/** A Temporal Service on which Standalone Activities are switched off, as older ones are. */
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';

import { eventually } from '../../support/eventually.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { type CliExit, runCli } from '../../support/start-cli.js';
import { startOwnTemporal } from '../../support/start-own-temporal.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

let temporal: TestWorkflowEnvironment;
let worker: TestWorker;
let folder: TestFolder;

beforeAll(async () => {
  temporal = await startOwnTemporal({ 'activity.enableStandalone': 'false' });
  process.env['MCP_TASKS_TEST_TEMPORAL_ADDRESS'] = temporal.address;
  worker = await runTestWorker({ definitions: 'fixtures' });
  const { taskQueue } = worker;
  folder = await createTestFolder({
    'mcp-tasks.yaml': `defaults: { workflow: { taskQueue: ${taskQueue} }, activity: { taskQueue: ${taskQueue}, startToCloseTimeout: 1m, heartbeatTimeout: 10s } }
tools:
  quick: { workflow: quickJob, description: A. }
  echo: { activity: giveBackInput, description: B. }
`,
  });
});

afterAll(async () => {
  await worker.stop();
  await folder.remove();
  await temporal.teardown();
});

const run = async (...args: readonly string[]): Promise<CliExit> =>
  runCli([...args, '--manifest', join(folder.path, 'mcp-tasks.yaml')]);

describe('a Temporal Service without Standalone Activities', () => {
  it('is a problem for check, which names the tools, and the version that has them', async () => {
    const { code, stdout } = await eventually('a Worker to poll', async () => {
      const exit = await run('check');
      return exit.stdout.includes('is polled by 1 worker') ? exit : undefined;
    });

    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^PROBLEM {2}\S+:4:\d+ this Temporal Service \(1\.\S+\) starts no Standalone Activities, so calls of echo are refused\. Temporal Server has them from version 1\.31 on\. Other tools work\.$/m,
    );
  });

  it('refuses a call of such a tool with the reason, and serves other tools', async () => {
    const refused = await run('call', 'echo');
    const served = await run('call', 'quick');

    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).toContain('from version 1.31 on');
    expect(served.code).toBe(0);
  });
});
