import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { NOT_ASKABLE } from '../../../../src/core/question/askable.js';
import type { OutgoingMessage } from '../../../../src/core/request/exchange.js';
import type { AnswerOptions } from '../../../../src/core/task/tasks.js';
import { asOwner } from '../../../../src/core/task/viewer.js';
import { QuestionDesk } from '../../../../src/service/questions/question-desk.js';
import { sealQuestionId } from '../../../../src/service/questions/question-id.js';
import { readAnswer, routeAnswer } from '../../../../src/service/questions/route-answer.js';
import { openTask, OWNER, TASK_ID } from '../../../support/asking.js';
import { rev2025 as protocol } from '../../../support/protocols.js';
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

describe('an answer on a stream', () => {
  it('says how soon after its question it came', async () => {
    const tasks = await openTask();
    const desk = new QuestionDesk({ tasks, sealer, protocol });
    const answer = jest.spyOn(tasks, 'answer');
    const address = {
      taskId: TASK_ID,
      key: 'i1',
      owner: OWNER,
      session: 'one',
      step: 'ask',
    } as const;
    const route = async (askedAtMs?: number): Promise<unknown> => {
      const id = await sealQuestionId(sealer, { ...address, askedAtMs });
      await routeAnswer({ id, result: YES }, { owner: OWNER }, { tasks, sealer, desk });
      const given = answer.mock.lastCall as readonly unknown[] | undefined;
      return (given?.[3] as AnswerOptions | undefined)?.afterMs;
    };

    expect(await route(Date.now() - 60_000)).toBeGreaterThanOrEqual(60_000);
    expect(await route(Date.now() - 60_000)).toBeLessThan(120_000);
    expect(await route()).toBeUndefined();
  });
});

// An integration test would take four minutes.
describe('an answer in an outage of Temporal', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is tried for a minute, then the question is shown again, as often as that happens', async () => {
    const tasks = await openTask();
    const desk = new QuestionDesk({ tasks, sealer, protocol });
    const sent: OutgoingMessage[] = [];
    const stream = {
      session: 'one',
      owner: OWNER,
      askable: { ...NOT_ASKABLE, form: true },
      isWaiting: true,
      send: async (message: OutgoingMessage) => Promise.resolve(void sent.push(message)),
    };
    await desk.show(await tasks.get(asOwner({ owner: OWNER }), TASK_ID), stream);
    const outage = new TaskError(TaskErrorCode.unavailable, 'Temporal is away.');
    const answer = jest.spyOn(tasks, 'answer').mockRejectedValue(outage);
    const respond = async (): Promise<string> => {
      const { id = 'none' } = sent.at(-1) ?? {};
      let outcome: string | undefined;
      const caller = { owner: OWNER };
      const routed = routeAnswer({ id, result: YES }, caller, { tasks, sealer, desk });
      void routed.then((value) => (outcome = value));
      // Opening and sealing IDs takes moments that fake timers do not know.
      while (outcome === undefined) {
        await new Promise(setImmediate);
        await jest.advanceTimersByTimeAsync(500);
      }
      return outcome;
    };

    for (let count = 2; count <= 5; count += 1) {
      const beganMs = Date.now();
      expect(await respond()).toBe('unavailable');
      expect(Date.now() - beganMs).toBeGreaterThanOrEqual(60_000);
      expect(sent).toHaveLength(count);
      expect(sent.at(-1)?.params['message']).toBe('Well? (Temporal is away.)');
    }
    answer.mockRestore();
    expect(await respond()).toBe('taken');

    expect(tasks.answered).toMatchObject([{ responses: { i1: YES } }]);
    expect(sent).toHaveLength(5);
  });
});
