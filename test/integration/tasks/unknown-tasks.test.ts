import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { META_MEMO_KEY, type TaskMeta } from '../../../src/core/contract/contract.js';
import { encodeTaskId, RANDOM_PART_BYTES } from '../../../src/core/task/task-id.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { whenClosed, withTasks } from '../../support/with-tasks.js';

const given = withTasks({ worker: false });

/** More than any namespace of the tests keeps closed executions. */
const LONG_MS = 1_000 * 24 * 60 * 60_000;

const metaOf = (ownerTag: string): TaskMeta => ({
  version: 1,
  createdAt: new Date().toISOString(),
  ownerTag,
  toolName: 'quick_job',
  ttlMs: 60_000,
  pollIntervalMs: 1_000,
  protocolVersion: rev2025.version,
});

/** An ID that this server could have given to this owner, but has not. */
const unusedId = (): string => {
  const { secret, owner } = given();
  return encodeTaskId(new TaskIdFactory(secret).ownerTag(owner), randomBytes(RANDOM_PART_BYTES));
};

/** Starts an execution without the server, under a valid task ID. */
const startPastTheServer = async (memo?: Record<string, unknown>): Promise<string> => {
  const { temporal, taskQueue, terminateLater } = given();
  const workflowId = unusedId();
  terminateLater(workflowId);
  await temporal.workflow.start('waitForever', { workflowId, taskQueue, ...(memo && { memo }) });
  return workflowId;
};

const operations: Record<
  string,
  (tasks: Tasks, taskId: string, owner: string) => Promise<unknown>
> = {
  get: async (tasks, taskId, owner) => tasks.get(asOwner({ owner }), taskId),
  waitFor: async (tasks, taskId, owner) => tasks.waitFor(asOwner({ owner }), taskId, whenClosed()),
  cancel: async (tasks, taskId, owner) =>
    tasks.cancel(asOwner({ owner }), taskId, { protocol: rev2025 }),
};

/** The parts of an error that a caller sees. The cause is only for the log. */
const visibleIn = (error: unknown): Record<string, unknown> => {
  const { name, message, code, violations, retryAfterMs } = error as Record<string, unknown>;
  return { name, message, code, violations, retryAfterMs };
};

const answersTo = async (taskId: string): Promise<Record<string, unknown>> => {
  const { connect, owner } = given();
  const answers: Record<string, unknown> = {};
  for (const [name, operate] of Object.entries(operations)) {
    answers[name] = await operate(connect(), taskId, owner).then(
      () => 'an answer',
      (error: unknown) => visibleIn(error),
    );
  }
  return answers;
};

const NOT_FOUND = {
  name: 'TaskError',
  message: 'Task not found: the ID is unknown, or its time to live is over.',
  code: 'taskNotFound',
  violations: undefined,
  retryAfterMs: undefined,
};

describe('a task ID that is not the caller’s', () => {
  const kinds: Record<string, () => string | Promise<string>> = {
    'is in capitals': async () => (await given().create('wait_for_finish')).taskId.toUpperCase(),
    'has something after its end': async () =>
      `${(await given().create('wait_for_finish')).taskId}\n`,
    'has a quote in it': () => `${unusedId().slice(0, -1)}'`,
    'names an execution whose memo is another owner’s': () =>
      startPastTheServer({ [META_MEMO_KEY]: metaOf('a'.repeat(20)) }),
    'names an execution whose memo makes no sense': () =>
      startPastTheServer({ [META_MEMO_KEY]: 'no object' }),
  };

  it.each(Object.entries(kinds))('looks like any other when it %s', async (_kind, make) => {
    expect(await answersTo(await make())).toEqual({
      get: NOT_FOUND,
      waitFor: NOT_FOUND,
      cancel: NOT_FOUND,
    });
  });

  it('is not listed', async () => {
    const { owner, create, connect } = given();
    const startedPastTheServer = await startPastTheServer();
    await create('wait_for_finish', {}, { owner: 'somebody else' });

    const { tasks } = await connect().list(asOwner({ owner }));

    expect(tasks.map(({ taskId }) => taskId)).not.toContain(startedPastTheServer);
  });
});

describe('a task of one secret', () => {
  it('is unknown under another', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('wait_for_finish');
    const stranger = connect({ secret: randomBytes(32) });

    await expect(stranger.get(asOwner({ owner }), taskId)).rejects.toMatchObject({
      code: 'taskNotFound',
    });
    await expect(stranger.list(asOwner({ owner }))).resolves.toEqual({ tasks: [] });
  });
});

it('a task is promised no more time than its namespace keeps it, from its start or from its end', async () => {
  const { create, connect, owner, tool, temporal } = given();
  const waiting = tool('wait_for_finish');
  const ttl = { ...waiting.ttl, max: LONG_MS, afterEnd: LONG_MS };
  const { config } = await temporal.workflowService.describeNamespace({ namespace: 'default' });
  const keptMs = Number(config?.workflowExecutionRetentionTtl?.seconds) * 1_000;
  const start = async (ttlMs: number) =>
    create('wait_for_finish', {}, { tool: { ...waiting, ttl }, ttlMs });

  expect(keptMs).toBeLessThan(LONG_MS);
  expect(await start(LONG_MS)).toHaveProperty('ttlMs', keptMs);

  const { taskId, createdAt } = await start(1_000);
  await temporal.workflow.getHandle(taskId).terminate();
  const { ttlMs, lastUpdatedAt } = await connect().get(asOwner({ owner }), taskId);

  expect(Date.parse(createdAt) + ttlMs - Date.parse(lastUpdatedAt)).toBe(keptMs);
});

describe('a task past its time to live', () => {
  it('can be read and cancelled while it runs', async () => {
    const { create, connect, owner } = given();
    const { taskId, createdAt } = await create('wait_for_finish', {}, { ttlMs: 1_000 });
    await eventually(
      'the end of its time to live',
      () => Date.now() > Date.parse(createdAt) + 1_100,
    );

    const askedAtMs = Date.now();
    const task = await connect().get(asOwner({ owner }), taskId);
    expect(task.phase).toBe('working');
    expect(Date.parse(createdAt) + task.ttlMs).toBeGreaterThanOrEqual(askedAtMs);
    await connect().cancel(asOwner({ owner }), taskId, { protocol: rev2025 });
  });

  it('has expired after its end for get, waitFor and cancel, and says so to its owner only', async () => {
    const { create, connect, owner, temporal } = given();
    const { taskId } = await create('short_lived');
    await temporal.workflow.getHandle(taskId).terminate();
    const error = await eventually('the end of its time to live', async () =>
      connect()
        .get(asOwner({ owner }), taskId)
        .then(
          () => undefined,
          (reason: unknown) => reason,
        ),
    );
    expect(error).toMatchObject({ code: 'taskExpired' });

    const answers = await answersTo(taskId);

    expect(Object.values(answers)).toEqual(
      Object.values(operations).map(() => ({
        ...NOT_FOUND,
        message: expect.stringMatching(
          /^Task has expired: it ended at .*, and its result is no longer kept\.$/,
        ),
        code: 'taskExpired',
      })),
    );
    await expect(connect().get(asOwner({ owner: 'somebody else' }), taskId)).rejects.toMatchObject({
      code: 'taskNotFound',
    });
  });
});
