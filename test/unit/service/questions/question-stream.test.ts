import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import {
  openStream,
  openTask,
  OWNER,
  PLAIN,
  QUESTION,
  respond,
  TASK_ID,
  type TestStream,
} from '../../../support/asking.js';
import { eventually } from '../../../support/eventually.js';

describe('a question', () => {
  it('does not move once it was answered', async () => {
    const tasks = await openTask();
    const [one, other] = [openStream(tasks), openStream(tasks)];
    await one.deliver();
    await other.deliver();
    await tasks.answer(TASK_ID, OWNER, { i1: { action: 'decline' } });
    one.questions.close();
    tasks.update(TASK_ID, { inputRequests: { i2: QUESTION }, phase: 'inputRequired' });
    await other.deliver();
    await eventually('the next question', () => other.sent[0]);

    // The next question alone: had the first moved, it would have come before.
    expect(other.sent).toHaveLength(1);
  });

  it('is not taken on by a stream that has ended', async () => {
    const tasks = await openTask();
    const [gone, next] = [openStream(tasks), openStream(tasks)];
    gone.questions.close();
    await gone.deliver();
    await next.deliver();

    expect(gone.sent).toStrictEqual([]);
    expect(next.sent).toHaveLength(1);
  });
});

/** Sealing an ID takes a moment, of which fake timers know nothing. */
async function untilSent({ sent }: TestStream, count: number): Promise<void> {
  while (sent.length < count) await new Promise(setImmediate);
}

describe('a question without an answer', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes out once more after a while, then after twice as long, with the older requests left open', async () => {
    const tasks = await openTask();
    const stream = openStream(tasks, { capabilities: PLAIN, askAgainAfterMs: 60_000 });
    await stream.deliver();
    await jest.advanceTimersByTimeAsync(59_999);
    expect(stream.sent).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    await untilSent(stream, 2);
    // Another reading of the task does not begin the time anew.
    await jest.advanceTimersByTimeAsync(60_000);
    await stream.deliver();
    expect(stream.sent).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(60_000);
    await untilSent(stream, 3);

    expect(stream.sent.map(({ method }) => method)).toStrictEqual(
      Array.from({ length: 3 }, () => QUESTION.method),
    );
    expect(new Set(stream.sent.map(({ id }) => id)).size).toBe(3);
    stream.questions.close();
  });

  it('is withdrawn in all its copies once there is an answer to any of them', async () => {
    const tasks = await openTask();
    const stream = openStream(tasks, { capabilities: PLAIN, askAgainAfterMs: 60_000 });
    await stream.deliver();
    await jest.advanceTimersByTimeAsync(60_000);
    await untilSent(stream, 2);
    const [first, second] = stream.sent;
    expect(await respond(tasks, first, { result: { action: 'decline' } })).toBe('taken');
    tasks.update(TASK_ID, { phase: 'working', inputRequests: {} });
    await stream.deliver();
    await jest.advanceTimersByTimeAsync(1_000_000);

    expect(tasks.answered).toMatchObject([{ responses: { i1: { action: 'decline' } } }]);
    expect(stream.sent.slice(2)).toMatchObject(
      [first, second].map((request) => ({
        method: 'notifications/cancelled',
        params: { requestId: request?.id },
      })),
    );
  });

  it.each([
    ['on a stream that can lose none', undefined, true],
    ['on a stream that has ended', 60_000, false],
  ])('stays alone %s', async (_what, askAgainAfterMs, isOpen) => {
    const tasks = await openTask();
    const stream = openStream(tasks, { ...(askAgainAfterMs !== undefined && { askAgainAfterMs }) });
    await stream.deliver();
    if (!isOpen) stream.questions.close();
    await jest.advanceTimersByTimeAsync(1_000_000);

    expect(stream.sent).toHaveLength(1);
  });
});
