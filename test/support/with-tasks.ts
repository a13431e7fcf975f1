import { randomBytes, randomUUID } from 'node:crypto';

import { afterAll, beforeAll } from '@jest/globals';
import type { Client } from '@temporalio/client';

import { connectTemporal } from '../../src/app/config/connect-temporal.js';
import { isClosed } from '../../src/core/task/task-status.js';
import type { Task } from '../../src/core/task/task.js';
import type { CreatedTask, Tasks } from '../../src/core/task/tasks.js';
import { asOwner } from '../../src/core/task/viewer.js';
import { toCallScope } from '../../src/core/tool/call-scope.js';
import type { ToolCatalog, ToolDefinition } from '../../src/core/tool/tool-definition.js';
import { loadManifest } from '../../src/manifest/load/load-manifest.js';
import { planStart } from '../../src/service/calls/start/plan-start.js';
import { registerOwnerAttribute } from '../../src/temporal/list/owner-attribute.js';
import type { TemporalTasksOptions } from '../../src/temporal/temporal-tasks-options.js';
import { createTemporalTasks } from '../../src/temporal/temporal-tasks.js';

import { createOwned, type OwnedRequest } from './create-owned.js';
import { PATIENCE_MS } from './eventually.js';
import { rev2025 } from './protocols.js';
import { registerNamespace } from './register-namespace.js';
import { runTestWorker } from './run-test-worker.js';
import { temporalAddress, TEST_MANIFEST } from './start-mcp-server.js';
import { testSealer } from './test-sealer.js';

/** Tasks of the library, without a server or a wire in between. */
export interface TestTasks {
  readonly taskQueue: string;
  /** The tools of the test manifest. */
  readonly tools: ToolCatalog;
  /** Returns a tool by name. */
  readonly tool: (name: string) => ToolDefinition;
  readonly secret: Uint8Array;
  /** A random owner for each file. */
  readonly owner: string;
  readonly tasks: Tasks;
  /** Returns the same tasks without cached state, as another process has them. */
  readonly connect: (options?: Partial<TemporalTasksOptions>) => Tasks;
  /** A Temporal Client, to read and change executions without the library. */
  readonly temporal: Client;
  readonly create: (
    toolName: string,
    input?: Readonly<Record<string, unknown>>,
    more?: Partial<OwnedRequest>,
  ) => Promise<CreatedTask>;
  /** Ends a Workflow that waits for the Signal `finish`, with any JSON as its result. */
  readonly finish: (taskId: string, result: unknown) => Promise<void>;
  /** Terminates an execution, which a test has started itself, after the last test. */
  readonly terminateLater: (workflowId: string) => void;
  /** Waits until the execution has closed, and returns the task as a process without cached state reads it. */
  readonly closed: (taskId: string) => Promise<Task>;
}

export interface WithTasksOptions {
  /** True for a separate namespace, where no other Worker polls the Task Queue of this package. Default: false. */
  readonly ownNamespace?: boolean;
  /** True if a Worker polls the Task Queue. Default: true. */
  readonly worker?: boolean;
  /** Path of the manifest. Default: the test manifest. */
  readonly manifest?: string;
}

/** Makes the request of `Tasks.create` for a tool call. */
export async function toCreateRequest(
  { tool, owner }: Pick<TestTasks, 'tool' | 'owner'>,
  toolName: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<OwnedRequest> {
  const parsed = await tool(toolName).input.parse(input);
  if (!parsed.ok) throw new Error(`Bad input: ${JSON.stringify(parsed.violations)}`);
  const { workflowArguments } = parsed;
  const start = await planStart(tool(toolName), toCallScope(input, { owner }));
  return {
    tool: tool(toolName),
    workflowArguments,
    owner,
    protocolVersion: rev2025.version,
    start,
  };
}

/** Options of a wait for the end of a task, for at most {@link PATIENCE_MS} by default. */
export function whenClosed(
  signal = AbortSignal.timeout(PATIENCE_MS),
): Parameters<Tasks['waitFor']>[2] {
  return { signal, until: ({ phase }) => isClosed(phase) };
}

/**
 * Gives a test file tasks of its own: a Task Queue and a Worker of the fixtures, an owner and a secret. After the last
 * test, it terminates the open executions that the tests created.
 *
 * @returns A function that gives them, from the first test on.
 */
export function withTasks({
  ownNamespace = false,
  worker: wantsWorker = true,
  manifest = TEST_MANIFEST,
}: WithTasksOptions = {}): () => TestTasks {
  let current: TestTasks | undefined;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const taskQueue = `test-${randomUUID()}`;
    const owner = `owner-${randomUUID()}`;
    const secret = randomBytes(32);
    const namespace = ownNamespace ? `test-${randomUUID()}` : 'default';
    const clients = connectTemporal({ connection: { address: temporalAddress() }, namespace });
    const { client, pollClient } = clients;
    closers.push(clients.close);
    if (ownNamespace) {
      await registerOwnerAttribute(await registerNamespace(client.connection, namespace));
    }
    if (wantsWorker) {
      const worker = await runTestWorker({ definitions: 'fixtures', taskQueue, namespace });
      closers.push(() => worker.stop());
    }
    const { tools } = await loadManifest(manifest, { TEST_TASK_QUEUE: taskQueue });
    const created = new Set<string>();
    closers.push(() => terminateOpen(client, created));
    const connect: TestTasks['connect'] = (options = {}) =>
      rememberCreated(
        createTemporalTasks({
          serverName: 'tests',
          client,
          pollClient,
          tools,
          secret,
          sealer: testSealer,
          ...options,
        }),
        created,
      );
    const tasks = connect();
    const tool = (name: string): ToolDefinition => {
      const found = tools.get(name);
      if (!found) throw new Error(`The test manifest has no tool ${name}.`);
      return found;
    };
    current = {
      taskQueue,
      tools,
      tool,
      secret,
      owner,
      tasks,
      connect,
      temporal: client,
      async create(toolName, input, more = {}) {
        const creator = { tool, owner: more.owner ?? owner };
        return createOwned(tasks, {
          ...(await toCreateRequest(creator, toolName, input)),
          ...more,
        });
      },
      async finish(taskId, result) {
        await client.workflow.getHandle(taskId).signal('finish', result);
      },
      terminateLater: (workflowId) => {
        created.add(workflowId);
      },
      async closed(taskId) {
        await tasks.waitFor(asOwner({ owner }), taskId, whenClosed());
        return connect().get(asOwner({ owner }), taskId);
      },
    };
  });

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  return () => {
    if (!current) throw new Error('The tasks are there in tests only.');
    return current;
  };
}

/** Returns the same tasks, but records the ID of each created task. */
function rememberCreated(tasks: Tasks, created: Set<string>): Tasks {
  const create = tasks.create.bind(tasks);
  tasks.create = async (by, request) => {
    const task = await create(by, request);
    created.add(task.taskId);
    return task;
  };
  return tasks;
}

/** Terminates the Workflows that are still open. */
export async function terminateOpen(client: Client, workflowIds: Iterable<string>): Promise<void> {
  for (const workflowId of workflowIds) {
    await client.workflow
      .getHandle(workflowId)
      .terminate('the tests are over')
      .catch(() => undefined);
  }
}
