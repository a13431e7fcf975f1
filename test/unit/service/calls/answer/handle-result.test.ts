import { describe, expect, it } from '@jest/globals';

import { InputMethod } from '../../../../../src/core/contract/input-request.js';
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
      next: { result: 'task_result', answer: 'task_answer', toolPrefix: '' },
      modelMayAnswer: false,
      mark: { answers: 1, doublings: 0 },
      nextMs: 240_000,
      isHandedOver,
    },
  );
  return String(content[0]?.['text']);
}

describe('a handle', () => {
  it('names the next call, and how long it waits', () => {
    expect(sayOf({})).toBe(
      'order is still running as task task-1. It hasn\'t failed and continues on its own. Don\'t call order again: call task_result with {"task_id": "task-1", "after": "1-0"}. That call waits up to 4 minutes for the result.',
    );
    expect(sayOf({}, true)).toBe(
      'order is still running as task task-1. It hasn\'t failed and continues on its own. End your turn now. The work continues without you. Tell the user that it is still running and that they can ask you about it later; task_result with {"task_id": "task-1", "after": "1-0"} then gives the result, or says that it still runs.',
    );
  });

  it('does not say that work has not failed once an attempt has', () => {
    const failed = { hasFailedAttempt: true } as const;

    expect(sayOf(failed)).toContain('An attempt has failed, and Temporal tries again.');
    expect(sayOf({ ...failed, isStuck: true })).toContain(
      "An attempt has failed, and it can't continue at the moment.",
    );
    for (const isStuck of [true, undefined] as const) {
      expect(sayOf({ ...failed, isStuck })).not.toContain("It hasn't failed");
    }
  });

  it('says that work continues on its own only where nothing keeps it from that', () => {
    const stuck = { isStuck: true, statusMessage: 'Waiting for a worker.' } as const;
    const request = { method: InputMethod.elicit, params: { message: 'Approve?' } };
    const asking = { phase: 'inputRequired', questions: [ownQuestion('a', request)] } as const;

    expect(sayOf(stuck)).toContain("can't continue at the moment");
    expect(sayOf(asking)).toContain(
      `It hasn't failed. It waits for an answer: a: "Approve?". A person has to answer; you can't answer for them. This client can't show it`,
    );
    expect(sayOf(asking, true)).toContain(
      'The work continues after the answer. Tell the user that it waits for an answer',
    );
    expect(sayOf(asking, true)).not.toMatch(/without you|Tell the user that it is still running/);
    for (const isHandedOver of [false, true]) {
      const said = sayOf(stuck, isHandedOver);
      expect(said).not.toMatch(/on its own|continues without|is (still )?running|still runs|\.\./);
      expect(said).toContain('Status: "Waiting for a worker.". ');
    }
  });
});
