import { randomUUID } from 'node:crypto';

import { ACTIVITIES_MANIFEST } from '../bench-environment.js';
import { type Comparison, type Subject, toScenario } from '../comparison.js';
import { startCountingServer } from '../counting-server.js';
import { connectHttp2025 } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import { startRaw } from '../raw-temporal.js';
import { type BenchContext, type Scenario, time } from '../scenario.js';
import type { Row } from '../table.js';

/** At least as many tasks as clients, so that clients don't share reads. */
const TASKS = 64;
const HOUR_MS = 3_600_000;
/** The Activity has nothing to do, so that its cost is seen. */
const NOTHING = { steps: 0, stepMs: 0 };
const WORKFLOW = { toolName: 'workflow', workflowType: 'heartbeatForLong', args: NOTHING };

type Kind = 'workflow' | 'activity';
const KINDS: readonly Kind[] = ['workflow', 'activity'];

interface RawActivity {
  readonly result: () => Promise<unknown>;
  readonly describe: () => Promise<unknown>;
}

async function startRawActivity(
  { temporal }: BenchContext['environment'],
  taskQueue: string,
): Promise<RawActivity> {
  return temporal.activity.start('heartbeatSteps', {
    id: `bench-${randomUUID()}`,
    taskQueue,
    args: [NOTHING],
    startToCloseTimeout: HOUR_MS,
    heartbeatTimeout: 10_000,
  });
}

/** A server with tools of both kinds, until the scenario ends. */
async function connect({ environment, atEnd }: BenchContext): Promise<Peer> {
  const server = await environment.startServer({}, ACTIVITIES_MANIFEST);
  atEnd(server.stop);
  const peer = await connectHttp2025(server.match);
  atEnd(peer.close);
  return peer;
}

function reader(reads: readonly (() => Promise<unknown>)[]): Subject['measure'] {
  let next = 0;
  return async () => time(async () => reads[next++ % reads.length]?.());
}

async function manyOf<Item>(make: () => Promise<Item>): Promise<Item[]> {
  return Promise.all(Array.from({ length: TASKS }, make));
}

const create: Comparison = {
  name: 'activities',
  title: 'Create: a start by the Temporal Client, and `tools/call` as a task',
  prepare: async (context) => {
    const { environment } = context;
    const { unpolledTaskQueue: taskQueue } = environment;
    const peer = await connect(context);
    return [
      {
        name: 'Temporal Client, Workflow',
        measure: async () => time(async () => startRaw(environment, { ...WORKFLOW, taskQueue })),
      },
      {
        name: 'Temporal Client, Activity',
        measure: async () => time(async () => startRawActivity(environment, taskQueue)),
      },
      ...KINDS.map((kind) => ({
        name: `task, ${kind}`,
        measure: async () => time(async () => peer.create(`${kind}_without_worker`)),
      })),
    ];
  },
};

const get: Comparison = {
  name: 'activities',
  title: 'Get: a describe by the Temporal Client, and `tasks/get` of open tasks',
  prepare: async (context) => {
    const { environment } = context;
    const { unpolledTaskQueue: taskQueue } = environment;
    const peer = await connect(context);
    const workflows = await manyOf(async () => startRaw(environment, { ...WORKFLOW, taskQueue }));
    const activities = await manyOf(async () => startRawActivity(environment, taskQueue));
    const ofKind = async (kind: Kind): Promise<Subject> => {
      const taskIds = await manyOf(async () => peer.create(`${kind}_without_worker`));
      const reads = taskIds.map((taskId) => async () => peer.get(taskId));
      return { name: `task, ${kind}`, measure: reader(reads) };
    };
    return [
      {
        name: 'Temporal Client, Workflow',
        measure: reader(workflows.map((handle) => async () => handle.describe())),
      },
      {
        name: 'Temporal Client, Activity',
        measure: reader(activities.map((handle) => async () => handle.describe())),
      },
      ...(await Promise.all(KINDS.map(ofKind))),
    ];
  },
};

const end: Comparison = {
  name: 'activities',
  title: 'From the call to the result of an Activity with nothing to do',
  prepare: async (context) => {
    const { environment } = context;
    const { taskQueue } = environment;
    const peer = await connect(context);
    const toEnd = async (kind: Kind): Promise<void> => {
      const { endedAtMs } = await peer.waitFor(await peer.create(kind, NOTHING));
      await endedAtMs;
    };
    return [
      {
        name: 'Temporal Client, Workflow',
        measure: async () => time(async () => (await startRaw(environment, WORKFLOW)).result()),
      },
      {
        name: 'Temporal Client, Activity',
        measure: async () =>
          time(async () => (await startRawActivity(environment, taskQueue)).result()),
      },
      ...KINDS.map((kind) => ({
        name: `task, ${kind}`,
        measure: async () => time(async () => toEnd(kind)),
      })),
    ];
  },
};

/** Counts the requests to Temporal for a task from its call to its result. */
async function countRequests(context: BenchContext): Promise<Row[]> {
  const server = await startCountingServer(context, ACTIVITIES_MANIFEST);
  const peer = await connectHttp2025(server.url);
  context.atEnd(peer.close);
  const rows: Row[] = [];
  const count = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    server.requests.length = 0;
    await act();
    rows.push({ name, cells: [server.requests.length, [...server.requests].join(', ')] });
  };
  for (const kind of KINDS) {
    const taskId = await peer.create(kind, NOTHING);
    await (
      await peer.waitFor(taskId)
    ).endedAtMs;
    const finished = await peer.create(kind, NOTHING);
    await context.environment.temporal.connection.workflowService
      .pollActivityExecution({ namespace: 'default', activityId: finished })
      .catch(async (): Promise<unknown> =>
        context.environment.temporal.workflow.getHandle(finished).result(),
      );
    await count(`${kind}: create`, async () => peer.create(`${kind}_without_worker`));
    await count(`${kind}: get, finished, first`, async () => peer.get(finished));
    await count(`${kind}: from call to result`, async () => {
      await (
        await peer.waitFor(await peer.create(kind, NOTHING))
      ).endedAtMs;
    });
  }
  return rows;
}

export const activities: Scenario = {
  name: 'activities',
  run: async (context) => {
    const comparisons = [create, get, end].map(toScenario);
    const tables = [];
    for (const { run } of comparisons) tables.push(...(await run(context)));
    const rows = await countRequests(context);
    return [...tables, { title: 'Requests to Temporal', columns: ['requests', 'methods'], rows }];
  },
};
