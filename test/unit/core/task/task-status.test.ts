import { describe, expect, it } from '@jest/globals';

import { isClosed, isTerminal, TaskStatus } from '../../../../src/core/task/task-status.js';

describe('isTerminal', () => {
  it.each([
    [TaskStatus.working, false],
    [TaskStatus.inputRequired, false],
    [TaskStatus.completed, true],
    [TaskStatus.failed, true],
    [TaskStatus.cancelled, true],
  ])('says of %s: %s', (status, expected) => {
    expect(isTerminal(status)).toBe(expected);
  });
});

describe('isClosed', () => {
  it.each([
    ['working', false],
    ['inputRequired', false],
    ['succeeded', true],
    ['toolError', true],
    ['protocolError', true],
    ['cancelled', true],
  ] as const)('says of %s: %s', (phase, expected) => {
    expect(isClosed(phase)).toBe(expected);
  });
});
