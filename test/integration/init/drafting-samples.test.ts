import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import type { ToolCatalog } from '../../../src/core/tool/tool-definition.js';
import { isRecord } from '../../../src/core/value/is-record.js';
import { loadManifest, parseManifest } from '../../../src/manifest/file/load-manifest.js';
import { eventually } from '../../support/eventually.js';
import { PREPARATION_TIMEOUT_MS } from '../../support/languages/prepare-language.js';
import type { TestWorker } from '../../support/run-test-worker.js';
import { type Run, sampleCases } from '../../support/samples/sample-cases.js';
import { sampleManifest, startSampleWorker } from '../../support/samples/start-sample-worker.js';
import { runCli } from '../../support/start-cli.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

/** A Workflow that was started past this server. */
interface Started {
  readonly workflowId: string;
  readonly workflowType: string;
  readonly workflowArguments: readonly unknown[];
}

/** Arguments as a client of a drafted tool gives them. */
function toInput(values: readonly unknown[]): Record<string, unknown> {
  const [first] = values;
  if (values.length === 1 && isRecord(first)) return first;
  return Object.fromEntries(values.map((value, index) => [`arg${index + 1}`, value]));
}

describe.each(sampleCases)('init, with the samples in $language,', (sample) => {
  let connection: Connection;
  let client: Client;
  let worker: TestWorker;
  let tools: ToolCatalog;
  const started: Started[] = [];

  async function start({ tool: name, arguments: args }: Omit<Run, 'result'>): Promise<Started> {
    const tool = tools.get(name);
    const parsed = await tool?.parseInput(args);
    if (!tool || !parsed?.ok)
      throw new Error(`${name} cannot be started: ${JSON.stringify(parsed)}`);
    const { workflowType } = tool;
    const { workflowArguments } = parsed;
    const workflowId = `CANARY-${randomUUID()}`;
    await client.workflow.start(workflowType, {
      taskQueue: worker.taskQueue,
      workflowId,
      args: [...workflowArguments],
    });
    const one = { workflowId, workflowType, workflowArguments };
    started.push(one);
    return one;
  }

  beforeAll(async () => {
    connection = await Connection.connect({ address: temporalAddress() });
    client = new Client({ connection });
    worker = await startSampleWorker(sample.language, client);
    const manifest = sampleManifest(sample.language);
    ({ tools } = await loadManifest(manifest, { TEST_TASK_QUEUE: worker.taskQueue }));
  }, PREPARATION_TIMEOUT_MS);

  afterAll(async () => {
    for (const { workflowId } of started) {
      const handle = client.workflow.getHandle(workflowId);
      await handle.terminate('the tests are over').catch(() => undefined);
    }
    await worker.stop();
    await connection.close();
  });

  it('drafts tools that start them as they were started, with the Signals and Queries that they have', async () => {
    const transfer = await start(sample.transfer);
    const saga = await start(sample.saga);
    await start(sample.approval);
    await client.workflow.getHandle(transfer.workflowId).result();
    await client.workflow.getHandle(saga.workflowId).result();
    await eventually('visibility has all of them', async () => {
      const query = `TaskQueue = '${worker.taskQueue}' AND WorkflowId STARTS_WITH 'CANARY'`;
      const { count } = await client.workflow.count(`${query} AND ExecutionStatus = 'Completed'`);
      const { count: open } = await client.workflow.count(
        `${query} AND ExecutionStatus = 'Running'`,
      );
      return count === 2 && open === 1;
    });

    const args = ['init', '--stdout', '--task-queue', worker.taskQueue];
    const { code, stdout, stderr } = await runCli(args);

    expect(code).toBe(0);
    expect(stderr).not.toContain('no Worker has said');
    expect(stderr).toMatch(/^ +as comments: Signals \w+/m);
    expect(stdout + stderr).not.toContain('CANARY');
    const drafted = [...parseManifest(stdout).tools.values()];
    for (const { workflowType, workflowArguments } of started) {
      const tool = drafted.find((one) => one.workflowType === workflowType);
      expect(await tool?.parseInput(toInput(workflowArguments))).toStrictEqual({
        ok: true,
        workflowArguments,
      });
    }
  });
});
