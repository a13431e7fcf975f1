/** Equal calls of several processes: what a call costs after many equal ones have ended. */
import { randomBytes, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { CreatedTask, Tasks } from '../../../src/core/task/tasks.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { type CountedConnection, countRequests } from '../../support/count-requests.js';
import { createOwned, type OwnedRequest } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { testSealer } from '../../support/test-sealer.js';

/** More than any loop over single IDs tries. */
const ENDED = 20;

const secret = randomBytes(32);
// No Worker polls, so that the test alone ends executions.
const { tools } = parseManifest(
  `tools: { greet: { workflow: { type: greet, taskQueue: equal-${randomUUID()} } } }`,
);
let counted: CountedConnection;

beforeAll(async () => {
  counted = await countRequests();
});

afterAll(async () => {
  await counted.close();
});

/** Another process of the same server. */
function startProcess(): Tasks {
  return createTemporalTasks({
    sealer: testSealer,
    serverName: 'tests',
    client: counted.client,
    tools,
    secret,
  });
}

async function call(tasks: Tasks, key: string, after?: string): Promise<CreatedTask> {
  const [tool] = tools.values();
  if (!tool) throw new Error('There is no tool.');
  const request: OwnedRequest = {
    tool,
    workflowArguments: [],
    owner: 'me',
    protocolVersion: 'tests',
    equalCall: { key, ...(after !== undefined && { after }) },
  };
  return createOwned(tasks, request);
}

async function end({ taskId }: CreatedTask): Promise<void> {
  await counted.client.workflow.getHandle(taskId).terminate('enough');
}

/** Makes equal calls that end, one after the other. Resolves with the last task, once visibility lists its end. */
async function makeEnded(key: string): Promise<string> {
  const tasks = startProcess();
  let last: string | undefined;
  for (let count = 0; count < ENDED; count += 1) {
    const task = await call(tasks, key, last);
    await end(task);
    last = task.taskId;
  }
  await eventually('the last end in visibility', async () => {
    const query = `WorkflowId = '${last ?? ''}' AND ExecutionStatus = 'Terminated'`;
    return (await counted.client.workflow.count(query)).count > 0;
  });
  return last ?? '';
}

async function cost(act: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  counted.reset();
  await act();
  // The server reads the retention of the namespace once.
  return Object.fromEntries(
    Object.entries(counted.sent()).filter(([method]) => method !== 'DescribeNamespace'),
  );
}

describe('a call after many equal ones have ended', () => {
  it('finds its ID by one search in a new process, and then joins no other and is joined', async () => {
    const key = randomUUID();
    const last = await makeEnded(key);
    const [one, other] = [startProcess(), startProcess()];
    let task: CreatedTask | undefined;

    const calls = await cost(async () => {
      task = await call(one, key);
    });

    expect(calls).toStrictEqual({
      StartWorkflowExecution: 2,
      DescribeWorkflowExecution: 1,
      ListWorkflowExecutions: 1,
    });
    expect(task).toMatchObject({ phase: 'working' });
    expect(task?.isRepeat).toBeUndefined();
    expect(await call(one, key, last)).toMatchObject({ taskId: task?.taskId, isRepeat: true });
    expect(await call(other, key)).toMatchObject({ taskId: task?.taskId, isRepeat: true });
  });

  it('is one start in the process that has had the last result', async () => {
    const key = randomUUID();
    const last = await makeEnded(key);
    const tasks = startProcess();

    expect(await cost(async () => call(tasks, key, last))).toStrictEqual({
      StartWorkflowExecution: 1,
    });
  });

  it('searches nothing where another process is one call ahead', async () => {
    const key = randomUUID();
    const [one, other] = [startProcess(), startProcess()];
    const first = await call(one, key);
    await end(first);
    await end(await call(other, key, first.taskId));

    expect(await cost(async () => call(one, key, first.taskId))).toStrictEqual({
      StartWorkflowExecution: 2,
      DescribeWorkflowExecution: 1,
    });
  });
});

describe('equal calls at once', () => {
  it('are one execution, in several processes', async () => {
    const key = randomUUID();
    const processes = Array.from({ length: 5 }, startProcess);

    const made = await Promise.all(processes.map(async (tasks) => call(tasks, key)));

    expect(new Set(made.map(({ taskId }) => taskId)).size).toBe(1);
    expect(made.filter(({ isRepeat }) => isRepeat === undefined)).toHaveLength(1);
  });

  it('are two for other keys', async () => {
    const tasks = startProcess();
    const [one, other] = [await call(tasks, randomUUID()), await call(tasks, randomUUID())];

    expect(one.taskId).not.toBe(other.taskId);
  });
});
