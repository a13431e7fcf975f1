import { describe, expect, it } from '@jest/globals';

import { encodeTaskId, parseTaskId, toTaskIdPrefix } from '../../../../src/core/task/task-id.js';
import {
  GRACE_WORKFLOW_TYPE,
  SYSTEM_TASK_QUEUE,
  toCompanionId,
} from '../../../../src/core/task/termination-grace.js';

const ownerTag = 'a'.repeat(20);
const taskId = encodeTaskId(ownerTag, new Uint8Array(17));

describe('toCompanionId', () => {
  it('makes no task ID, and none that a list of tasks could find', () => {
    expect(parseTaskId(toCompanionId(taskId))).toBeUndefined();
    expect(toCompanionId(taskId).startsWith(toTaskIdPrefix(ownerTag))).toBe(false);
    // Whatever the owner: a tag is 20 characters without a hyphen.
    expect(toCompanionId(taskId)).not.toMatch(/^mcp-[a-z2-7]{20}-/);
  });
});

describe('what companions are found by', () => {
  it('never changes, since some are open while releases change', () => {
    expect(SYSTEM_TASK_QUEUE).toBe('temporal-mcp-tasks');
    expect(GRACE_WORKFLOW_TYPE).toBe('terminateAfterGrace');
    expect(toCompanionId('x')).toBe('mcp-grace-x');
  });
});
