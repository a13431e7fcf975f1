import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createGrants } from '../../../lab/fixtures/grant-subscription.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { ClosedFeed } from '../../../src/service/events/types/closed-feed.js';
import { TaskFinished } from '../../../src/service/events/types/task-finished.js';
import { type CountedConnection, countRequests } from '../../support/count-requests.js';
import { eventually } from '../../support/eventually.js';
import { type DeliveryProcess, startDelivery } from '../../support/start-delivery.js';
import { EVENTS_MANIFEST } from '../../support/start-mcp-server.js';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { withTasks } from '../../support/with-tasks.js';

const tasks = withTasks({ manifest: EVENTS_MANIFEST, worker: false });
const SECRET = `${randomUUID()}${randomUUID()}`;
const TIMEOUT_MS = 300_000;

const newOwners = (count: number): string[] =>
  Array.from({ length: count }, () => `owner-${randomUUID()}`);

async function inTens<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += 10) {
    results.push(...(await Promise.all(items.slice(start, start + 10).map(act))));
  }
  return results;
}

/** Starts a task of each owner's. Nobody works on it. */
async function start(owners: readonly string[]): Promise<readonly string[]> {
  const created = await inTens(owners, async (owner) =>
    tasks().create('wait_for_finish', {}, { owner }),
  );
  return created.map(({ taskId }) => taskId);
}

async function end(taskIds: readonly string[]): Promise<void> {
  await inTens(taskIds, async (taskId) =>
    tasks().temporal.workflow.getHandle(taskId).terminate('enough'),
  );
}

describe('fifty owners who listen in one process', () => {
  let counted: CountedConnection;
  let reader: Tasks;
  beforeAll(async () => {
    counted = await countRequests();
    reader = tasks().connect({ client: counted.client });
  });
  afterAll(async () => counted.close());

  it(
    'take as many calls of visibility as one, and each is told of their own',
    async () => {
      const owners = newOwners(50);
      const taskIds = await start(owners);
      const [ending, idle] = [owners.slice(0, 25), owners.slice(25)];
      const told = new Set<string>();
      const stop = new AbortController();
      const fromMs = Date.now();
      counted.reset();
      const watching = owners.map(async (owner) =>
        reader.watch(owner, {
          signal: stop.signal,
          onClosed: () => told.add(owner),
        }),
      );
      await end(taskIds.slice(0, 25));
      await eventually('all of them to be told', () => told.size >= ending.length);
      const closed = await Promise.all(
        owners.map(async (owner) =>
          reader.listClosed(owner, { fromMs: fromMs - 1_000, untilMs: Date.now() }),
        ),
      );
      const seconds = (Date.now() - fromMs) / 1_000;
      stop.abort();
      await Promise.all(watching);

      expect(idle.filter((owner) => told.has(owner))).toStrictEqual([]);
      expect(closed.map(({ executions }) => executions.map(({ taskId }) => taskId))).toStrictEqual(
        taskIds.map((taskId, index) => (index < 25 ? [taskId] : [])),
      );
      expect(counted.sent()['ListWorkflowExecutions']).toBeLessThanOrEqual(seconds * 1.1 + 3);
    },
    TIMEOUT_MS,
  );

  it(
    'share one look at what is open',
    async () => {
      const owners = newOwners(50);
      const taskIds = await start(owners);
      await eventually('all of them to be listed', async () => {
        const query = `WorkflowId IN (${taskIds.map((id) => `'${id}'`).join(', ')})`;
        const { count } = await tasks().temporal.workflow.count(query);
        return count === taskIds.length;
      });
      counted.reset();
      const open = await Promise.all(
        owners.map(async (owner) => reader.list(owner, { isOpen: true })),
      );

      expect(open.map((page) => page.tasks.map(({ taskId }) => taskId))).toStrictEqual(
        taskIds.map((taskId) => [taskId]),
      );
      // One, and what Temporal has others try again.
      expect(counted.sent()['ListWorkflowExecutions']).toBeLessThanOrEqual(3);
    },
    TIMEOUT_MS,
  );

  it(
    'tell each of two hundred ends at once, in the order in which they have happened',
    async () => {
      const [owner = '', other = ''] = newOwners(2);
      const feed = new ClosedFeed(reader);
      const type = new TaskFinished({ tasks: reader, feed, statusOf: () => 'cancelled' });
      const scope = { owner, arguments: {} };
      let position = await type.start();
      const taskIds = await start(Array.from({ length: 200 }, () => owner));
      await start([other]).then(end);
      await end(taskIds);
      counted.reset();
      const fromMs = Date.now();
      const told: { readonly taskId: unknown; readonly timestamp: string }[] = [];
      await eventually('all of them', async () => {
        const reading = await type.read(scope, position, { limit: 50 });
        position = reading.position;
        for (const { occurrence } of reading.occurrences) {
          told.push({ taskId: occurrence.data['taskId'], timestamp: occurrence.timestamp });
        }
        return told.length >= 200;
      });
      const seconds = (Date.now() - fromMs) / 1_000;

      expect(new Set(told.map(({ taskId }) => taskId))).toStrictEqual(new Set(taskIds));
      expect(told).toHaveLength(200);
      expect(told.map(({ timestamp }) => timestamp)).toStrictEqual(
        told.map(({ timestamp }) => timestamp).sort(),
      );
      expect(counted.sent()['ListWorkflowExecutions']).toBeLessThanOrEqual(seconds * 1.1 + 3);
    },
    TIMEOUT_MS,
  );
});

describe('forty owners with a webhook each', () => {
  let delivery: DeliveryProcess;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    delivery = await startDelivery({
      taskQueue: tasks().taskQueue,
      manifest: EVENTS_MANIFEST,
      environment: { TEMPORAL_MCP_TASKS_SECRET: SECRET },
    });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await delivery.stop();
    await receiver.close();
  });

  it(
    'get the ends of their own tasks, each once, from wherever they begin',
    async () => {
      const secret = Buffer.from(SECRET);
      const starter = tasks().connect({ secret });
      const startOf = async (owner: string): Promise<string> => {
        const tool = tasks().tool('wait_for_finish');
        const more = { owner, workflowArguments: [{}], protocolVersion: '2025-11-25' };
        return (await starter.create({ tool, ...more })).taskId;
      };
      const owners = newOwners(40);
      const early = await inTens(owners, startOf);
      const beganMs = Date.now();
      await end(early);
      const grant = createGrants(tasks().temporal, secret);
      // Every other one has been away for hours.
      const isOld = (index: number): boolean => index % 2 === 0;
      const toUrl = (owner: string): string => `${receiver.url}&owner=${owner}`;
      await inTens([...owners.entries()], async ([index, owner]) =>
        grant({
          owner,
          url: toUrl(owner),
          ...(isOld(index) && { fromMs: beganMs - 5 * 60 * 60_000 }),
        }),
      );
      const late = await inTens(owners, startOf);
      await end(late);
      await receiver.untilEvents(60);
      // Nothing more is to come.
      const last = await inTens(owners.slice(0, 1), startOf);
      await end(last);
      await receiver.untilEvents(61);
      const told = (owner: string): unknown[] =>
        receiver
          .events()
          .filter(({ path }) => path.endsWith(owner))
          .map(({ body }) => (body['data'] as { taskId: string }).taskId);

      expect(owners.map((owner) => told(owner).sort())).toStrictEqual(
        owners.map((_owner, index) =>
          [
            ...(isOld(index) ? [early[index]] : []),
            late[index],
            ...(index === 0 ? last : []),
          ].sort(),
        ),
      );
      expect(receiver.events()).toHaveLength(61);
      expect(delivery.log()).not.toMatch(/Too many lists/);
    },
    TIMEOUT_MS,
  );
});
