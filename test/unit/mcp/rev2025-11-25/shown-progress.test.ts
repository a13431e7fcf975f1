import { describe, expect, it } from '@jest/globals';

import { ShownProgress } from '../../../../src/mcp/rev2025-11-25/shown-progress.js';
import type { Task } from '../../../../src/core/task.js';

describe('progress', () => {
  it('is each task’s and session’s own', () => {
    const shown = new ShownProgress();
    const task: Task = {
      taskId: 'task-1',
      toolName: 'tool',
      phase: 'working',
      cancelRequested: false,
      createdAt: '2026-01-01T00:00:00Z',
      lastUpdatedAt: '2026-01-01T00:00:00Z',
      ttlMs: 1_000,
      pollIntervalMs: 1_000,
      progress: { progress: 7 },
    };

    expect(shown.next(task, 'one')).toStrictEqual({ progress: 7 });
    expect(shown.next(task, 'one')).toBeUndefined();
    expect(shown.next(task, 'other')).toStrictEqual({ progress: 7 });
    expect(shown.next({ ...task, taskId: 'task-2' }, 'one')).toStrictEqual({ progress: 7 });
  });
});
