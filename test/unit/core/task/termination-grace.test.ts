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
    // This holds for every owner, because a tag has 20 characters and no hyphen.
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
