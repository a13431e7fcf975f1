import { connectBeside } from '../beside/connect-beside.js';
import { type Subject, toScenario } from '../comparison.js';
import { connectAll, connectHttp } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import { neverPolled, startFinished, startRaw } from '../raw-temporal.js';
import { type BenchContext, time } from '../scenario.js';

import { targetsOfRequest } from './targets.js';

/** At least as many tasks as clients, so that clients don't share reads. */
const TASKS = 64;

/** Makes a measurement that reads the tasks in turn. */
function reader(taskIds: readonly string[], read: (taskId: string) => Promise<unknown>) {
  let next = 0;
  return async (): Promise<number> =>
    time(async () => read(taskIds[next++ % taskIds.length] ?? ''));
}

/** Makes subjects of the Temporal Client and the peers, which all read the same tasks. */
function readers(
  { environment: { temporal } }: BenchContext,
  peers: readonly Peer[],
  taskIds: readonly string[],
): Subject[] {
  return [
    {
      name: 'Temporal Client',
      measure: reader(taskIds, async (taskId) => temporal.workflow.getHandle(taskId).describe()),
    },
    ...peers.map((peer) => ({ name: peer.name, measure: reader(taskIds, peer.get) })),
  ];
}

async function startMany({ environment }: BenchContext, count: number): Promise<string[]> {
  const handles = await Promise.all(
    Array.from({ length: count }, async () => startRaw(environment, neverPolled(environment))),
  );
  return handles.map(({ workflowId }) => workflowId);
}

/** Reads open tasks. Up to {@link TASKS} clients, each reads a different one. */
export const get = toScenario({
  name: 'get',
  title: '`tasks/get` of open tasks, compared with describe',
  targets: targetsOfRequest,
  prepare: async (context) => {
    const own = readers(context, await connectAll(context), await startMany(context, TASKS));
    const beside = await connectBeside(context);
    const others = beside.map(async (peer): Promise<Subject> => {
      const create = async (): Promise<string> => peer.create('never_polled');
      const taskIds = await Promise.all(Array.from({ length: TASKS }, create));
      return { name: peer.name, isReference: true, measure: reader(taskIds, peer.get) };
    });
    return [...own, ...(await Promise.all(others))];
  },
});

/** Reads finished tasks, whose ends the server has in memory. Both sides describe the current run each time. */
export const getFinished = toScenario({
  name: 'get-finished',
  title: '`tasks/get` of finished tasks that were read before, compared with describe',
  targets: targetsOfRequest,
  prepare: async (context) => {
    const finish = async (): Promise<string> => startFinished(context.environment);
    const taskIds = await Promise.all(Array.from({ length: TASKS }, finish));
    const peers = await connectAll(context);
    for (const peer of peers) for (const taskId of taskIds) await peer.get(taskId);
    return readers(context, peers, taskIds);
  },
});

/** Reads one open task by many clients. The target means at least five times as many reads in the same time. */
export const pollers = toScenario({
  name: 'pollers',
  title: '`tasks/get` of one open task by all clients at once, compared with describe',
  clients: [100],
  timesATurn: 3,
  targets: () => [{ of: 'ratio', kind: 'at most', bound: 0.2 }],
  notes: ['Five times as many polls in the same time are a ratio of 0.2.'],
  prepare: async (context) =>
    readers(context, await connectHttp(context), await startMany(context, 1)),
});
