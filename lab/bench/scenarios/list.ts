import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { LOCAL_OWNER } from '../../../src/core/person/owner.js';
import { toTaskIdPrefix } from '../../../src/core/task/task-id.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { type Measure, type Subject, toScenario } from '../comparison.js';
import { inParallel, times } from '../in-parallel.js';
import { connectHttp2025 } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import { type BenchContext, time } from '../scenario.js';

const PAGE_SIZE = 50;
const OWNERS = 50;
/** The same as in the server's lists. */
const READS_AT_ONCE = 8;
/** A server makes at most 8 visibility calls a second. The pause keeps this limit out of the measurement. */
const REST_MS = 250;
/** After many starts at once, visibility lags by seconds. */
const LOOK_EVERY_MS = 200;
const SECRET_BYTES = 32;

/** An owner with the tasks of the scenario only, from a server with its own secret. */
interface FreshOwner {
  readonly ownerTag: string;
  readonly peer: Peer;
  /** The server's visibility query for the owner's tasks. */
  readonly query: string;
}

async function createOwner({ environment, atEnd }: BenchContext): Promise<FreshOwner> {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const server = await environment.startServer({ TEMPORAL_MCP_TASKS_SECRET: secret });
  atEnd(server.stop);
  const peer = await connectHttp2025(server.match);
  atEnd(peer.close);
  const ownerTag = new TaskIdFactory(Buffer.from(secret)).ownerTag(LOCAL_OWNER);
  const query = `WorkflowId STARTS_WITH '${toTaskIdPrefix(ownerTag)}' AND ExecutionStatus != 'ContinuedAsNew'`;
  return { ownerTag, peer, query };
}

/** Starts tasks of many owners. The measured owner gets at least a full page. */
async function seed({ environment, options }: BenchContext, owner: FreshOwner): Promise<void> {
  const others = Array.from({ length: OWNERS - 1 }, (_one, index) =>
    environment.ids.ownerTag(`somebody-${index}`),
  );
  await times(options.listed, async (index) => {
    const isOwn = index < PAGE_SIZE || index % OWNERS === 0;
    const ownerTag = isOwn ? owner.ownerTag : (others[index % others.length] ?? '');
    return startRaw(environment, { ...neverPolled(environment), ownerTag });
  });
}

async function listRaw(
  { environment: { temporal } }: BenchContext,
  query: string,
): Promise<string[]> {
  const { executions } = await temporal.workflowService.listWorkflowExecutions({
    namespace: temporal.options.namespace,
    query,
    pageSize: PAGE_SIZE,
  });
  return executions.flatMap(({ execution }) => execution?.workflowId ?? []);
}

async function untilVisible(context: BenchContext, query: string): Promise<void> {
  while ((await listRaw(context, query)).length < PAGE_SIZE) await pause(LOOK_EVERY_MS);
}

async function listOwn({ peer }: FreshOwner): Promise<string[]> {
  const { tasks } = await peer.request('tasks/list', {});
  return (tasks as { taskId: string }[]).map(({ taskId }) => taskId);
}

/**
 * Measures a list after a pause.
 *
 * @throws {Error} If a page is not full, or has a task of another owner.
 */
function measureList({ ownerTag }: FreshOwner, read: () => Promise<string[]>): Measure {
  const prefix = toTaskIdPrefix(ownerTag);
  return async () => {
    await pause(REST_MS);
    let taskIds: string[] = [];
    const ms = await time(async () => {
      taskIds = await read();
    });
    const foreign = taskIds.filter((taskId) => !taskId.startsWith(prefix)).length;
    if (foreign === 0 && taskIds.length === PAGE_SIZE) return ms;
    throw new Error(`A list had ${taskIds.length} rows, ${foreign} of them of other owners.`);
  };
}

function subjectsOf(context: BenchContext, owner: FreshOwner): readonly [Subject, Subject] {
  return [
    {
      name: 'Temporal Client',
      measure: measureList(owner, async () => listRaw(context, owner.query)),
    },
    { name: owner.peer.name, measure: measureList(owner, async () => listOwn(owner)) },
  ];
}

const shared = {
  timesATurn: 1,
  targets: () => [{ of: 'ratio', kind: 'at most', bound: 3 } as const],
};

/** Lists the first page of one owner among many. 2026-07-28 has no lists. */
export const list = toScenario({
  ...shared,
  name: 'list',
  title: `\`tasks/list\` of ${PAGE_SIZE} open tasks of one owner among ${OWNERS}, compared with the same list`,
  notes: [
    'The server describes each open row, so that a list and a get agree. A row of another owner would have failed the run.',
  ],
  prepare: async (context) => {
    const owner = await createOwner(context);
    await seed(context, owner);
    await untilVisible(context, owner.query);
    const { temporal } = context.environment;
    const describeAll = async (): Promise<string[]> => {
      const taskIds = await listRaw(context, owner.query);
      const describe = async (taskId: string) => temporal.workflow.getHandle(taskId).describe();
      await inParallel(taskIds, describe, READS_AT_ONCE);
      return taskIds;
    };
    const [raw, own] = subjectsOf(context, owner);
    const describing = 'Temporal Client, which describes each row';
    return [
      raw,
      { name: describing, isReference: true, measure: measureList(owner, describeAll) },
      own,
    ];
  },
});

/** The same with tasks that have all ended and were read before. */
export const listFinished = toScenario({
  ...shared,
  name: 'list-finished',
  title: `\`tasks/list\` of ${PAGE_SIZE} finished tasks that were read before, compared with the same list`,
  prepare: async (context) => {
    const { environment } = context;
    const owner = await createOwner(context);
    await times(PAGE_SIZE, async () => {
      const { ownerTag } = owner;
      const handle = await startRaw(environment, { ...neverPolled(environment), ownerTag });
      await handle.terminate('enough');
    });
    await untilVisible(context, `${owner.query} AND ExecutionStatus = 'Terminated'`);
    return subjectsOf(context, owner);
  },
});
