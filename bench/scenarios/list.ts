import { setTimeout as pause } from 'node:timers/promises';

import { toTaskIdPrefix } from '../../src/core/task-id.js';
import { toScenario } from '../comparison.js';
import { times } from '../in-parallel.js';
import { connectHttp2025 } from '../peers/connect.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import { type BenchContext, time } from '../scenario.js';

const PAGE_SIZE = 50;
const OWNERS = 50;
/** A server asks visibility 8 times a second at most; so few clients are to be measured, not that. */
const REST_MS = 250;
/** Visibility is seconds behind when so much is started at once. */
const LOOK_EVERY_MS = 200;

/** Tasks of many owners, those of the servers' own among them: at least as many of each as a page has. */
async function seed({ environment, options }: BenchContext): Promise<number> {
  const tags = Array.from({ length: OWNERS - 1 }, (_one, index) =>
    environment.ids.ownerTag(`somebody-${index}`),
  );
  await times(options.listed, async (index) => {
    const isOwn = index < PAGE_SIZE || index % OWNERS === 0;
    const ownerTag = isOwn ? environment.ownerTag : (tags[index % tags.length] ?? '');
    return startRaw(environment, { ...neverPolled(environment), ownerTag });
  });
  return options.listed;
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

/** @throws {Error} When a page is not full, or has a row of somebody else's. */
function checkRows(taskIds: readonly string[], prefix: string): void {
  const foreign = taskIds.filter((taskId) => !taskId.startsWith(prefix)).length;
  if (foreign > 0 || taskIds.length < PAGE_SIZE) {
    throw new Error(`A list had ${taskIds.length} rows, ${foreign} of them of other owners.`);
  }
}

/** The first page of the tasks of one owner among many. 2026-07-28 has no lists. */
export const list = toScenario({
  name: 'list',
  title: `\`tasks/list\` of ${PAGE_SIZE} among the tasks of ${OWNERS} owners, beside the same list`,
  timesATurn: 1,
  targets: () => [{ of: 'ratio', kind: 'at most', bound: 3 }],
  notes: [
    'Each row is described, so that a list and a get agree. No list had a row of another owner, or the run would have failed.',
  ],
  prepare: async (context) => {
    await seed(context);
    const prefix = toTaskIdPrefix(context.environment.ownerTag);
    const query = `WorkflowId STARTS_WITH '${prefix}' AND ExecutionStatus != 'ContinuedAsNew'`;
    while ((await listRaw(context, query)).length < PAGE_SIZE) await pause(LOOK_EVERY_MS);
    const peer = await connectHttp2025(context.environment.server.match);
    context.atEnd(peer.close);
    const measured = async (read: () => Promise<string[]>): Promise<number> => {
      await pause(REST_MS);
      return time(async () => {
        checkRows(await read(), prefix);
      });
    };
    return [
      { name: 'Temporal Client', measure: async () => measured(() => listRaw(context, query)) },
      {
        name: peer.name,
        measure: async () =>
          measured(async () => {
            const { tasks } = await peer.request('tasks/list', {});
            return (tasks as { taskId: string }[]).map(({ taskId }) => taskId);
          }),
      },
    ];
  },
});
