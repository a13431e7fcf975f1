import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { defineSearchAttributeKey } from '@temporalio/common';

import { asOwner } from '../../../src/core/task/viewer.js';
import { loadManifest } from '../../../src/manifest/load/load-manifest.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { countRequests } from '../../support/count-requests.js';
import { eventually } from '../../support/eventually.js';
import { runCli } from '../../support/start-cli.js';
import { ADOPTION_MANIFEST } from '../../support/start-mcp-server.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { call, createTask, getTask, untilStatus } from '../../support/steps/rev2026-task-steps.js';
import { testSealer } from '../../support/test-sealer.js';
import { type OwnerClient, withOwners } from '../../support/with-owners.js';

const given = withOwners(ADOPTION_MANIFEST);

const CUSTOMER = defineSearchAttributeKey('Customer', 'KEYWORD');

const newClient = (name: string): OwnerClient => given().connect(`${name}-${randomUUID()}`);

/** Starts an execution without this server, as another system does that knows its customers. */
const startPastTheServer = async (
  customer: string,
  {
    type = 'waitForFinish',
    args = [],
    memo,
  }: { type?: string; args?: unknown[]; memo?: Record<string, unknown> } = {},
): Promise<string> => {
  const { temporal, taskQueue } = given();
  const workflowId = `report-${randomUUID()}`;
  await temporal.workflow.start(type, {
    workflowId,
    taskQueue,
    args,
    ...(memo && { memo }),
    typedSearchAttributes: [{ key: CUSTOMER, value: customer }],
  });
  await eventually('it in visibility', async () => {
    const { count } = await temporal.workflow.count(`WorkflowId = '${workflowId}'`);
    return count > 0;
  });
  return workflowId;
};

const listIds = async ({ old }: OwnerClient): Promise<string[]> => {
  const { tasks } = await resultOf(old('tasks/list', {}));
  return (tasks as { taskId: string }[]).map(({ taskId }) => taskId).sort();
};

describe('an execution that others have started', () => {
  it('is a task of whom the rule names, from its tool to its result, in both generations', async () => {
    const ada = newClient('ada');
    const workflowId = await startPastTheServer(ada.owner);

    const task = await createTask(ada.peer, 'follow_report', { workflow_id: workflowId });
    expect(task).toMatchObject({ taskId: workflowId, status: 'working' });
    const asTask = { name: 'follow_report', arguments: { workflow_id: workflowId }, task: {} };
    const old = await resultOf(ada.old('tools/call', asTask));
    expect(old['task']).toMatchObject({ taskId: workflowId, createdAt: task.createdAt });
    const { startTime } = await given().temporal.workflow.getHandle(workflowId).describe();
    expect(task.createdAt).toBe(startTime.toISOString());
    await given().restart();
    await given().temporal.workflow.getHandle(workflowId).signal('finish', { pages: 3 });

    expect(await resultOf(ada.old('tasks/result', { taskId: workflowId }))).toMatchObject({
      structuredContent: { pages: 3 },
    });
    expect(await untilStatus(ada.peer, workflowId, 'completed')).toMatchObject({
      result: { structuredContent: { pages: 3 } },
    });
  });

  it('is in the list, with what this server has started, and read without being followed', async () => {
    const ada = newClient('ada');
    const workflowId = await startPastTheServer(ada.owner);
    const own = await createTask(ada.peer, 'start_report');
    await given().restart();

    const both = [workflowId, own.taskId].sort();
    await eventually('both in the list', async () => (await listIds(ada)).length === 2);
    expect(await listIds(ada)).toStrictEqual(both);
    expect(await listIds(newClient('eve'))).toStrictEqual([]);
    expect(await getTask(ada.peer, workflowId)).toMatchObject({ status: 'working' });
  });

  it('is cancelled without a Signal of which it knows nothing', async () => {
    const ada = newClient('ada');
    const workflowId = await startPastTheServer(ada.owner);

    await resultOf(ada.old('tasks/cancel', { taskId: workflowId }));

    await untilStatus(ada.peer, workflowId, 'cancelled');
    const { events } = await given().temporal.workflow.getHandle(workflowId).fetchHistory();
    expect(
      (events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes),
    ).toStrictEqual([]);
  });

  it('keeps its owner and its beginning through continue-as-new', async () => {
    const ada = newClient('ada');
    const workflowId = await startPastTheServer(ada.owner, {
      type: 'continueAsNewTimes',
      args: [{ times: 2 }],
    });

    const task = await eventually('the end of the chain', async () => {
      const { result } = await ada.peer.request('tasks/get', { taskId: workflowId });
      return result?.['status'] === 'completed' ? result : undefined;
    });

    const history = await given().temporal.workflow.getHandle(workflowId).fetchHistory();
    const [first] = history.events ?? [];
    const { firstExecutionRunId = '' } = first?.workflowExecutionStartedEventAttributes ?? {};
    const { startTime } = await given()
      .temporal.workflow.getHandle(workflowId, firstExecutionRunId ?? '')
      .describe();
    expect(task['createdAt']).toBe(startTime.toISOString());
  });
});

describe('an execution that no rule gives to the caller', () => {
  it('is also one whose chain has lost its first run, which alone said whose it was', async () => {
    const ada = newClient('ada');
    const { temporal } = given();
    const args = [{ times: 1 }];
    const workflowId = await startPastTheServer(ada.owner, { type: 'continueAsNewTimes', args });
    await temporal.workflow.getHandle(workflowId).result();
    const { raw } = await temporal.workflow.getHandle(workflowId).describe();
    const runId = raw.workflowExecutionInfo?.firstRunId ?? '';
    await temporal.workflowService.deleteWorkflowExecution({
      namespace: temporal.options.namespace,
      workflowExecution: { workflowId, runId },
    });
    await eventually('the first run to be gone', async () =>
      temporal.workflow
        .getHandle(workflowId, runId)
        .describe()
        .then(() => false)
        .catch(() => true),
    );

    const { error } = await ada.peer.request('tasks/get', { taskId: workflowId });

    expect(error).toMatchObject({ code: -32602 });
  });

  it('looks like one that is not there, whatever it is', async () => {
    const [ada, eve] = [newClient('ada'), newClient('eve')];
    const meta = {
      version: 1,
      createdAt: new Date().toISOString(),
      ownerTag: 'a'.repeat(20),
      toolName: 'start_report',
      ttlMs: 60_000,
      pollIntervalMs: 1_000,
      protocolVersion: 'x',
    };
    const targets = [
      await startPastTheServer(ada.owner),
      // No rule has this Workflow Type.
      await startPastTheServer(eve.owner, { type: 'waitForever' }),
      // The memo says that this is another owner's task, so the search attribute does not count.
      await startPastTheServer(eve.owner, { memo: { 'mcp.meta': meta } }),
      await startPastTheServer(eve.owner, { memo: { 'mcp.meta': 'no object' } }),
    ];
    const unknown = `report-${randomUUID()}`;

    const tell = async (taskId: string): Promise<unknown> => {
      const get = await eve.peer.request('tasks/get', { taskId });
      const cancel = await eve.old('tasks/cancel', { taskId });
      const result = await eve.old('tasks/result', { taskId });
      const follow = await call(eve.peer, 'follow_report', { workflow_id: taskId });
      return [get.error, cancel.error, result.error, follow];
    };
    const expected = await tell(unknown);
    expect(expected).toMatchObject([
      { code: -32602 },
      { code: -32602 },
      { code: -32602 },
      { isError: true, content: [{ text: expect.stringContaining('Task not found') }] },
    ]);
    for (const taskId of targets) expect(await tell(taskId)).toStrictEqual(expected);
    expect(await listIds(eve)).toStrictEqual([]);
  });

  it.each(["x' OR Customer != '", 'x" OR 1=1', "'", 'a b', '\\'])(
    'is not had by an owner who is named %j',
    async (name) => {
      const { tools } = await loadManifest(ADOPTION_MANIFEST, { TEST_TASK_QUEUE: 'q' });
      const tasks = createTemporalTasks({
        sealer: testSealer,
        serverName: 'tests',
        client: given().temporal,
        tools,
        secret: randomBytes(32),
      });
      const workflowId = await startPastTheServer('somebody');

      await expect(tasks.get(asOwner({ owner: name }), workflowId)).rejects.toMatchObject({
        code: 'taskNotFound',
      });
      await expect(tasks.list(asOwner({ owner: name }))).resolves.toEqual({ tasks: [] });
    },
  );
});

describe('a look at an ID that no rule gives to the caller', () => {
  it('is one describe, without visibility, for what is there and what is not', async () => {
    const counted = await countRequests();
    try {
      const { tools } = await loadManifest(ADOPTION_MANIFEST, { TEST_TASK_QUEUE: 'q' });
      const tasks = createTemporalTasks({
        sealer: testSealer,
        serverName: 'tests',
        client: counted.client,
        tools,
        secret: randomBytes(32),
      });
      for (const taskId of [await startPastTheServer('somebody'), `report-${randomUUID()}`]) {
        counted.reset();
        await expect(tasks.get(asOwner({ owner: 'eve' }), taskId)).rejects.toMatchObject({
          code: 'taskNotFound',
        });
        expect(counted.sent()).toStrictEqual({ DescribeWorkflowExecution: 1 });
      }
    } finally {
      await counted.close();
    }
  });
});

describe('check', () => {
  const problemsOf = async (manifest: string): Promise<string[]> => {
    const directory = mkdtempSync(join(tmpdir(), 'adoption-'));
    const path = join(directory, 'm.yaml');
    writeFileSync(path, manifest);
    const { stdout } = await runCli(['check', '--manifest', path]);
    rmSync(directory, { recursive: true });
    return stdout.split('\n').filter((line) => line.startsWith('PROBLEM'));
  };
  const toManifest = (attribute: string): string =>
    `tools: { follow: { workflow: { type: nightly, adopt: { searchAttribute: ${attribute} } } } }`;

  it('finds an attribute that is not registered, or cannot have a name', async () => {
    expect(await problemsOf(toManifest('Customer'))).toStrictEqual([]);
    expect(await problemsOf(toManifest('Custommer'))).toStrictEqual([
      expect.stringContaining(
        'follow: Search Attribute Custommer is not registered, so no task can be listed. Did you mean "Customer"?',
      ),
    ]);
    expect(await problemsOf(toManifest('Amount'))).toStrictEqual([
      expect.stringContaining('follow: Search Attribute Amount is of type DOUBLE: only KEYWORD'),
    ]);
  });
});
