/** Executions whose memos are large: one is no fault, and many are more than one message of Temporal may have. */
import { randomBytes, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { connectTemporal } from '../../../src/app/config/connect-temporal.js';
import { META_MEMO_KEY } from '../../../src/core/contract/contract.js';
import type { Logger } from '../../../src/core/logger.js';
import type { Caller } from '../../../src/core/person/caller.js';
import { encodeTaskId, parseTaskId, RANDOM_PART_BYTES } from '../../../src/core/task/task-id.js';
import type { TaskPage, Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { TemporalCalls } from '../../../src/temporal/link/temporal-calls.js';
import { Visibility } from '../../../src/temporal/link/visibility.js';
import { ClosedTasks } from '../../../src/temporal/watch/closed-tasks.js';
import { withProtectedServer } from '../../support/auth/with-protected-server.js';
import { createRequestCounter } from '../../support/count-requests.js';
import { eventually } from '../../support/eventually.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { type TestTasks, withTasks } from '../../support/with-tasks.js';

/** Five such memos are larger than one message, which has 4 MiB at most. */
const LARGE = 'p'.repeat(900_000);
const MANY = 5;

/** Starts executions with the memo of a task, and with a progress token as earlier releases have kept it. */
async function startLarge(
  { temporal, taskQueue, terminateLater }: TestTasks,
  likeTaskId: string,
  { count = MANY, type = 'unpolled' } = {},
): Promise<readonly string[]> {
  const { memo } = await temporal.workflow.getHandle(likeTaskId).describe();
  const meta = { ...(memo?.[META_MEMO_KEY] as object), progressToken: LARGE };
  const { ownerTag = '' } = parseTaskId(likeTaskId) ?? {};
  return Promise.all(
    Array.from({ length: count }, async () => {
      const workflowId = encodeTaskId(ownerTag, randomBytes(RANDOM_PART_BYTES));
      terminateLater(workflowId);
      // No Worker polls the Task Queue, so that the executions stay as they are.
      const at = { workflowId, taskQueue: `${taskQueue}-unpolled` };
      await temporal.workflow.start(type, { ...at, memo: { [META_MEMO_KEY]: meta } });
      return workflowId;
    }),
  );
}

async function untilListed({ temporal }: TestTasks, workflowIds: readonly string[]): Promise<void> {
  const ids = workflowIds.map((id) => `'${id}'`).join();
  await eventually('visibility lists them', async () => {
    const { count } = await temporal.workflow.count(`WorkflowId IN (${ids})`);
    return count === workflowIds.length;
  });
}

const LARGE_TYPE = `large-${randomUUID()}`;
const GROUP = `finance-${randomUUID()}`;

const there = withProtectedServer({
  worker: true,
  auth: ({ issuer }) => `issuers: [{ issuer: "${issuer}" }], workflowClaims: [groups]`,
  tools: `
    shared: {
      workflow: confirmDelete,
      input: { type: object, properties: { filename: { type: string } } },
      access: { approvers: { allow: { groups: [${GROUP}] } } } },
    large: { workflow: ${LARGE_TYPE}, access: { approvers: { allow: { groups: [${GROUP}] } } } }`,
});

describe('beside tasks that are together too large for one message', () => {
  let taskId: string;
  let token: string;

  beforeAll(async () => {
    const { issuer, given, send25 } = there();
    token = await issuer.sign({ claims: { sub: `ada-${randomUUID()}`, groups: [] } });
    const params = { name: 'shared', arguments: { filename: 'a.txt' }, task: {} };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { message } = await send25(token, call);
    ({ taskId } = message.result?.['task'] as { readonly taskId: string });
    given.terminateLater(taskId);
    const large = await startLarge(given, taskId, { type: LARGE_TYPE });
    await untilListed(given, [taskId, ...large]);
  });

  it('an approver still sees what is asked', async () => {
    const { server, issuer } = there();
    const owner = JSON.stringify([issuer.issuer, 'user', `bob-${randomUUID()}`]);
    const approver: Caller = { owner, claims: { groups: [GROUP] } };
    const listAll = async (): Promise<string[]> => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await server.approvals.listAsked(
          approver,
          cursor === undefined ? {} : { cursor },
        );
        found.push(...page.tasks.map((task) => task.taskId));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return found;
    };

    const isListed = async (): Promise<boolean> => (await listAll()).includes(taskId);
    expect(await eventually('the question is listed', isListed)).toBe(true);
  });

  it('their owner still lists all tasks', async () => {
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const body = { jsonrpc: '2.0', id: 1, method: 'tasks/list', params };
      const { message } = await there().send25(token, body);
      expect(message).not.toHaveProperty('error');
      const { tasks = [], nextCursor } = message.result as {
        readonly tasks?: readonly { readonly taskId: string }[];
        readonly nextCursor?: string;
      };
      listed.push(...tasks.map((task) => task.taskId));
      cursor = nextCursor;
    } while (cursor !== undefined);

    expect(listed).toContain(taskId);
    expect(listed).toHaveLength(MANY + 1);
  });
});

const alone = withTasks({ ownNamespace: true });

it('a search for ended tasks finds all of them beside large ones', async () => {
  const { create, temporal, finish } = alone();
  const { taskId } = await create('wait_for_finish');
  const large = await startLarge(alone(), taskId);
  const closed = new ClosedTasks(new Visibility(new TemporalCalls(temporal, 5_000)));
  for (const id of large) await temporal.workflow.getHandle(id).terminate('as the test has it');
  await finish(taskId, 'done');

  const areFound = async (): Promise<boolean> => {
    const found = await closed.find();
    return [taskId, ...large].every((id) => found.includes(id));
  };
  expect(await eventually('all are found', areFound)).toBe(true);
});

describe('a task that is too large alone', () => {
  const counter = createRequestCounter();
  const lines: string[] = [];
  const write: Logger['error'] = (_fields, message) => void lines.push(message);
  const logger = { info: write, warn: write, error: write };
  let small: string;
  let large: string;
  let later: string;
  let tasks: Tasks;
  let close: () => Promise<void>;

  afterAll(async () => close());

  beforeAll(async () => {
    const given = alone();
    const { temporal, connect, create } = given;
    small = (await create('wait_for_finish')).taskId;
    [large = ''] = await startLarge(given, small, { count: 1 });
    later = (await create('wait_for_finish')).taskId;
    await untilListed(given, [small, large, later]);
    const { namespace } = temporal.options;
    const { client } = connectTemporal({ connection: { address: temporalAddress() }, namespace });
    const { options } = client.connection as unknown as Pick<Connection, 'options'>;
    const connection = Connection.lazy({
      ...options,
      channelArgs: { ...options.channelArgs, 'grpc.max_receive_message_length': LARGE.length / 2 },
      interceptors: [...options.interceptors, counter.interceptor],
    });
    const counted = new Client({ connection, namespace });
    tasks = connect({ client: counted, logger });
    close = async () => connection.close();
  });

  it('is told as that, and is asked for once', async () => {
    const by = asOwner({ owner: alone().owner });
    counter.reset();

    await expect(tasks.get(by, large)).rejects.toMatchObject({
      code: 'tooLarge',
      message: expect.stringMatching(/larger than the 4 MiB .* Trying again will not help/),
    });
    expect(counter.sent()).toStrictEqual({ DescribeWorkflowExecution: 1 });
    await expect(tasks.get(by, small)).resolves.toMatchObject({ taskId: small });
  });

  it('ends its list before it, and the log says so once', async () => {
    const by = asOwner({ owner: alone().owner });
    const listed: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      let page: TaskPage = { tasks: [] };
      do {
        const { nextCursor: cursor } = page;
        page = await tasks.list(by, cursor === undefined ? {} : { cursor });
        listed.push(...page.tasks.map(({ taskId }) => taskId));
      } while (page.nextCursor !== undefined);
    }

    expect(listed.filter((taskId) => taskId === later)).toHaveLength(2);
    expect(listed).not.toContain(large);
    expect(lines).toStrictEqual([expect.stringMatching(/too large for one message of Temporal/)]);
  });
});
