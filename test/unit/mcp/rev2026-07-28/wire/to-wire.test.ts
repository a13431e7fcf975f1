import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../../../src/core/task/task.js';
import { toWireCreateTaskResult } from '../../../../../src/mcp/rev2026-07-28/wire/to-wire.js';

const AT = '2026-01-05T09:00:00.000Z';
const task: Task = {
  taskId: 'task-1',
  toolName: 'a',
  phase: 'working',
  cancelRequested: false,
  questions: [],
  createdAt: AT,
  lastUpdatedAt: AT,
  ttlMs: 600_000.4,
  pollIntervalMs: 0.2,
};
const wire = {
  taskId: 'task-1',
  status: 'working',
  createdAt: AT,
  lastUpdatedAt: AT,
  ttlMs: 600_000,
  pollIntervalMs: 1,
};

describe('toWireCreateTaskResult', () => {
  it('is flat, with whole positive times', () => {
    expect(toWireCreateTaskResult(task)).toEqual({ resultType: 'task', ...wire });
  });

  it('carries what Claude Code tells its model, within the length that it takes', () => {
    const toHint = (toModel: string): unknown => toWireCreateTaskResult(task, { toModel })['_meta'];

    expect(toHint('It is being computed.')).toEqual({
      'com.anthropic/agent-task': { modelImmediateResponse: 'It is being computed.' },
    });
    const cut = toHint('a'.repeat(3_000)) as Record<string, { modelImmediateResponse: string }>;
    expect(cut['com.anthropic/agent-task']?.modelImmediateResponse.length).toBeLessThanOrEqual(
      2_000,
    );
  });
});
