import { describe, expect, it } from '@jest/globals';

import {
  CANCELLATION_SIGNAL,
  COMPANION_WORKFLOW_TYPE,
  SYSTEM_TASK_QUEUE,
  toCompanionId,
  toCompanionTaskQueue,
} from '../../../../src/core/companion/companion.js';
import { encodeTaskId, parseTaskId, toTaskIdPrefix } from '../../../../src/core/task/task-id.js';

const ownerTag = 'a'.repeat(20);
const task = {
  taskId: encodeTaskId(ownerTag, new Uint8Array(17)),
  createdAt: '2026-01-05T09:00:00.001Z',
};

describe('toCompanionId', () => {
  it('makes no task ID, and none that a list of tasks could find', () => {
    expect(parseTaskId(toCompanionId(task))).toBeUndefined();
    expect(toCompanionId(task).startsWith(toTaskIdPrefix(ownerTag))).toBe(false);
    // This holds for every owner, because a tag has 20 characters and no hyphen.
    expect(toCompanionId(task)).not.toMatch(/^mcp-[a-z2-7]{20}-/);
  });

  it('makes another ID of the next task under the same ID', () => {
    const next = { ...task, createdAt: '2026-01-05T09:00:00.002Z' };

    expect(toCompanionId(next)).not.toBe(toCompanionId(task));
  });
});

describe('what companions are found by', () => {
  it('never changes, since some are open while releases change', () => {
    expect(SYSTEM_TASK_QUEUE).toBe('temporal-mcp-tasks');
    expect(COMPANION_WORKFLOW_TYPE).toBe('accompanyTask');
    expect(CANCELLATION_SIGNAL).toBe('taskCancelled');
    expect(toCompanionTaskQueue('shop')).toBe('temporal-mcp-tasks companions of shop');
    expect(toCompanionId({ ...task, taskId: 'x' })).toBe('mcp-companion-x-1767603600001');
  });
});
