import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { readAnswer, routeAnswer } from '../../../../src/service/questions/route-answer.js';
import { openStream, openTask, OWNER, respond } from '../../../support/asking.js';
import { testSealer as sealer } from '../../../support/test-sealer.js';

const YES = { action: 'accept', content: { ok: true } };

describe('readAnswer', () => {
  it.each([
    [{ jsonrpc: '2.0', id: 'mcp-input.x', result: {} }, true],
    [{ jsonrpc: '2.0', id: 'mcp-input.x', error: { code: -1, message: 'No' } }, true],
    [{ jsonrpc: '2.0', id: 'mcp-input.x', method: 'tasks/get' }, false],
    [{ jsonrpc: '2.0', id: 'mcp-start.x', result: {} }, true],
    [{ jsonrpc: '2.0', id: 1, result: {} }, false],
    [{ jsonrpc: '2.0', method: 'notifications/initialized' }, false],
    [null, false],
    ['mcp-input.x', false],
    [[{ id: 'mcp-input.x', result: {} }], false],
  ])('takes %j for an answer: %s', (message, expected) => {
    expect(readAnswer(message) !== undefined).toBe(expected);
  });
});

describe('routeAnswer', () => {
  it('leaves the question open after an error that no stream of this process carries', async () => {
    const tasks = await openTask();
    const stream = openStream(tasks);
    await stream.deliver();
    stream.questions.close();

    expect(await respond(tasks, stream.sent[0], { error: { code: -1 } })).toBe('taken');
    expect(tasks.answered).toStrictEqual([]);
  });

  it('lets another client answer what one that does not wait for the task could not', async () => {
    const tasks = await openTask();
    const offered = openStream(tasks, { isWaiting: false });
    const awaiting = openStream(tasks, { session: 'other' });
    await offered.deliver();
    await awaiting.deliver();

    const error = { code: -32602, message: 'Unknown task' };
    expect(await respond(tasks, offered.sent[0], { error })).toBe('taken');
    expect(tasks.answered).toStrictEqual([]);
    expect(await respond(tasks, awaiting.sent[0], { result: YES })).toBe('taken');
    expect(tasks.answered).toMatchObject([{ responses: { i1: YES } }]);
  });

  it('refuses what was not asked, and another owner', async () => {
    const tasks = await openTask();
    const stream = openStream(tasks);
    await stream.deliver();
    const { id = 'none' } = stream.sent[0] ?? {};
    const dependencies = { tasks, sealer, desk: tasks.desk };
    const route = async (questionId: string, owner: string) =>
      routeAnswer({ id: questionId, result: YES }, { owner }, dependencies);

    expect(await route(`${id}x`, OWNER)).toBe('refused');
    expect(await route(id, 'eve')).toBe('refused');
    expect(tasks.answered).toStrictEqual([]);
  });

  it.each([
    [TaskErrorCode.taskNotFound, 'taken', 1],
    [TaskErrorCode.taskExpired, 'taken', 1],
    [TaskErrorCode.invalidInput, 'taken', 2],
    [TaskErrorCode.unavailable, 'taken', 1],
    [TaskErrorCode.misconfigured, 'unavailable', 2],
    [TaskErrorCode.internal, 'unavailable', 2],
  ] as const)('after %s says %s, the question being asked %i times', async (...row) => {
    const [code, outcome, asked] = row;
    const tasks = await openTask();
    const stream = openStream(tasks);
    await stream.deliver();
    tasks.failNext(new TaskError(code, 'Because'));

    expect(await respond(tasks, stream.sent[0], { result: YES })).toBe(outcome);
    expect(stream.sent).toHaveLength(asked);
    const hints = stream.sent.slice(1).map(({ params }) => params['message']);
    expect(hints).toStrictEqual(hints.map(() => 'Well? (Because)'));
  });

  it('throws what is no error of a task', async () => {
    const tasks = await openTask();
    const stream = openStream(tasks);
    await stream.deliver();
    tasks.failNext(new TypeError('A defect'));

    await expect(respond(tasks, stream.sent[0], { result: YES })).rejects.toThrow('A defect');
  });

  it('says that Temporal does not take it, and asks once more, when it was held for too long', async () => {
    const tasks = await openTask();
    const stream = openStream(tasks);
    await stream.deliver();
    tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Because'));

    expect(await respond(tasks, stream.sent[0], { result: YES, holdMs: 0 })).toBe('unavailable');
    expect(stream.sent).toHaveLength(2);
  });
});
