import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import {
  ABLE,
  type AskingTasks,
  openStream,
  openTask,
  OWNER,
  PLAIN,
  respond,
  TASK_ID,
  type TestStream,
} from '../../../../support/asking.js';
const CREATED = { task: { taskId: 'theirs', status: 'working', ttl: 60_000 } };
const YES = { action: 'accept', content: { ok: true } };
const UNKNOWN = { code: -32602, message: 'Task not found' };

const methodsOf = ({ sent }: TestStream): string[] => sent.map(({ method }) => method);
const holderOf = async (tasks: AskingTasks): Promise<unknown> =>
  (await tasks.get(TASK_ID, OWNER)).inputRequests?.['i1']?.heldBy;
const answersOf = ({ answered }: AskingTasks): unknown[] =>
  answered.map(({ responses }) => responses);

/** A stream of session `one` whose client has made a task of the question. */
async function openHosted(): Promise<{ tasks: AskingTasks; stream: TestStream }> {
  const tasks = await openTask();
  const stream = openStream(tasks);
  await stream.deliver();
  await respond(tasks, stream.sent[0], { result: CREATED });
  await stream.deliver();
  return { tasks, stream };
}

describe('a question to a client that makes tasks of such questions', () => {
  it('is given no more time than our task has left', async () => {
    const tasks = await openTask({ createdAt: new Date(Date.now() - 1_000).toISOString() });
    const stream = openStream(tasks);

    await stream.deliver();

    const { ttl } = stream.sent[0]?.params['task'] as { ttl: number };
    expect(ttl).toBeGreaterThan(3_500_000);
    expect(ttl).toBeLessThanOrEqual(3_599_000);
  });
});

describe('a task that a client has made of a question', () => {
  it('is dropped, and the question asked once more, when its result does not fit', async () => {
    const { tasks, stream } = await openHosted();
    tasks.failNext(new TaskError(TaskErrorCode.invalidInput, 'It must say yes or no.'));

    await respond(tasks, stream.sent[1], { result: { content: [] } });
    await stream.deliver();

    expect(await holderOf(tasks)).toBeUndefined();
    expect(methodsOf(stream)).toStrictEqual([
      'elicitation/create',
      'tasks/result',
      'elicitation/create',
    ]);
    expect(stream.sent[2]?.params).toMatchObject({
      message: 'Well? (It must say yes or no.)',
      task: {},
    });
  });

  it('is not acknowledged while Temporal cannot take it', async () => {
    const tasks = await openTask();
    const stream = openStream(tasks);
    await stream.deliver();
    tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Temporal is away.'));

    expect(await respond(tasks, stream.sent[0], { result: CREATED, holdMs: 0 })).toBe(
      'unavailable',
    );
    expect(await holderOf(tasks)).toBeUndefined();
  });

  it('is waited for once more when Temporal could not take its result', async () => {
    const { tasks, stream } = await openHosted();
    tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Temporal is away.'));

    expect(await respond(tasks, stream.sent[1], { result: YES, holdMs: 0 })).toBe('unavailable');
    await respond(tasks, stream.sent[2], { result: YES });

    expect(methodsOf(stream).slice(1)).toStrictEqual(['tasks/result', 'tasks/result']);
    expect(answersOf(tasks)).toStrictEqual([{ i1: YES }]);
  });

  it('waits for its own client where another one has no tasks', async () => {
    const { tasks, stream } = await openHosted();
    stream.questions.close();
    const other = openStream(tasks, { session: 'two', capabilities: PLAIN });

    await other.deliver();

    expect(other.sent).toStrictEqual([]);
    expect(tasks.answered).toStrictEqual([]);
  });
});

describe('a task that was made in another session', () => {
  it('is dropped where the client does not know it, and the client is asked itself', async () => {
    const { tasks, stream } = await openHosted();
    stream.questions.close();
    const next = openStream(tasks, { session: 'two' });

    await next.deliver();
    await respond(tasks, next.sent[0], { error: UNKNOWN });
    await next.deliver();

    expect(tasks.answered).toStrictEqual([]);
    expect(methodsOf(next)).toStrictEqual(['tasks/result', 'elicitation/create']);
  });

  it('is left to its own client by one that has been asked as well', async () => {
    const tasks = await openTask();
    const mine = openStream(tasks);
    await mine.deliver();

    await tasks.send(TASK_ID, OWNER, {
      kind: 'clientTask',
      key: 'i1',
      clientTask: { taskId: 'another', session: 'two' },
    });
    await mine.deliver();

    expect(methodsOf(mine)).toStrictEqual(['elicitation/create']);
  });
});

describe('a client task that nobody needs any more', () => {
  it.each([
    ['our task is cancelled', { cancelRequested: true }],
    ['our task has ended', { phase: 'succeeded' }],
    ['the question is withdrawn', { phase: 'working', inputRequests: {} }],
  ] as const)('is cancelled when %s, and the reply is ignored', async (_what, changes) => {
    const { tasks, stream } = await openHosted();

    tasks.update(TASK_ID, changes);
    await stream.deliver();
    await stream.deliver();

    expect(methodsOf(stream).slice(2)).toStrictEqual(['tasks/cancel']);
    expect(stream.sent[2]?.params).toStrictEqual({ taskId: 'theirs' });
    expect(await respond(tasks, stream.sent[2], { error: UNKNOWN })).toBe('taken');
    expect(tasks.answered).toStrictEqual([]);
  });

  it('is cancelled also where our task is cancelled at the same moment', async () => {
    const tasks = await openTask();
    const stream = openStream(tasks);
    await stream.deliver();
    await respond(tasks, stream.sent[0], { result: CREATED });

    tasks.update(TASK_ID, { cancelRequested: true });
    await stream.deliver();
    await stream.deliver();

    expect(methodsOf(stream)).toStrictEqual(['elicitation/create', 'tasks/cancel']);
  });

  it('is not cancelled where the client cannot', async () => {
    const tasks = await openTask();
    const stream = openStream(tasks, { capabilities: { ...ABLE, cancelTask: false } });
    await stream.deliver();
    await respond(tasks, stream.sent[0], { result: CREATED });
    await stream.deliver();

    tasks.update(TASK_ID, { cancelRequested: true });
    await stream.deliver();

    expect(methodsOf(stream)).toStrictEqual(['elicitation/create', 'tasks/result']);
  });

  it('is not cancelled once it has answered', async () => {
    const { tasks, stream } = await openHosted();

    await respond(tasks, stream.sent[1], { result: YES });
    await stream.deliver();

    expect(methodsOf(stream)).toStrictEqual(['elicitation/create', 'tasks/result']);
  });
});

describe('a question of a task that is over for its client', () => {
  it('is not asked', async () => {
    const tasks = await openTask({ cancelRequested: true });
    const stream = openStream(tasks);

    await stream.deliver();

    expect(stream.sent).toStrictEqual([]);
  });
});
