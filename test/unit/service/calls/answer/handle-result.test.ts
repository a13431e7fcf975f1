import { describe, expect, it } from '@jest/globals';

import { InputMethod } from '../../../../../src/core/question/input-request.js';
import type { Task } from '../../../../../src/core/task/task.js';
import { toHandleResult } from '../../../../../src/service/calls/answer/handle-result.js';
import { ownQuestion } from '../../../../support/asking.js';
import { rev2026 } from '../../../../support/protocols.js';

const task: Task = {
  taskId: 'task-1',
  toolName: 'order',
  phase: 'working',
  cancelRequested: false,
  questions: [],
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
  ttlMs: 1_000,
  pollIntervalMs: 1_000,
};

function sayOf(more: Partial<Task>, isHandedOver = false): string {
  const { content } = toHandleResult(
    { ...task, ...more },
    {
      protocol: rev2026,
      next: { result: 'task_result', answer: 'task_answer' },
      modelMayAnswer: false,
      mark: { answers: 1, doublings: 0 },
      isHandedOver,
    },
  );
  return String(content[0]?.['text']);
}

describe('a handle', () => {
  it('says that work goes on by itself only where nothing keeps it from going on', () => {
    const stuck = { isStuck: true, statusMessage: 'Waiting for a worker.' } as const;
    const request = { method: InputMethod.elicit, params: { message: 'Approve?' } };

    expect(sayOf({})).toContain('It has not failed, and goes on by itself.');
    expect(sayOf(stuck)).toContain('cannot go on at the moment');
    expect(sayOf({ phase: 'inputRequired', questions: [ownQuestion('a', request)] })).toContain(
      'may not go on before it has an answer',
    );
    for (const isHandedOver of [false, true]) {
      const said = sayOf(stuck, isHandedOver);
      expect(said).not.toMatch(/goes on by itself|goes on without|is (still )?running|\.\./);
      expect(said).toContain('Status: Waiting for a worker. ');
    }
  });
});
