import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../../../src/core/task/task.js';
import {
  isTerminalTask,
  outcomeOf,
  toCallOutcome,
} from '../../../../../src/service/calls/answer/outcome.js';
import { CREATED_AT } from '../../../../support/fake-tasks.js';
import { TEST_PROTOCOL } from '../../../../support/open-calls.js';

const working: Task = {
  taskId: 'task-1',
  toolName: 'tool',
  phase: 'working',
  cancelRequested: false,
  questions: [],
  createdAt: CREATED_AT,
  lastUpdatedAt: CREATED_AT,
  ttlMs: 1,
  pollIntervalMs: 1,
};
const done = { kind: 'result' as const, result: { content: [] } };

describe('isTerminalTask', () => {
  it.each([
    [{ phase: 'working' }, false],
    [{ phase: 'inputRequired' }, false],
    [{ phase: 'succeeded' }, true],
    [{ phase: 'protocolError' }, true],
    [{ phase: 'working', cancelRequested: true }, true],
  ] as const)('says of %j: %s', (changes, expected) => {
    expect(isTerminalTask({ ...working, ...changes }, TEST_PROTOCOL)).toBe(expected);
  });
});

describe('outcomeOf', () => {
  it('is what the work came to', () => {
    expect(outcomeOf({ ...working, phase: 'succeeded', outcome: done }, TEST_PROTOCOL)).toBe(done);
  });

  it.each([
    ['was cancelled, whatever its work came to', { phase: 'succeeded', cancelRequested: true }],
    ['could not be stopped', { phase: 'succeeded', cancelRequested: true, statusMessage: 'Late.' }],
    ['is cancelled while it still runs', { phase: 'working', cancelRequested: true }],
  ] as const)('is a cancellation with its words where the task %s', (_what, changes) => {
    expect(outcomeOf({ ...working, ...changes, outcome: done }, TEST_PROTOCOL)).toStrictEqual({
      kind: 'cancelled',
      reason: 'statusMessage' in changes ? changes.statusMessage : undefined,
    });
  });
});

describe('toCallOutcome', () => {
  const error = { code: -32603, message: 'The workflow was terminated: "no"' };
  const toolError = (text: string) => ({
    kind: 'result',
    result: { isError: true, content: [{ type: 'text', text }] },
  });

  it.each([
    [{ kind: 'cancelled' }, toolError('The work was cancelled. It has no result.')],
    [{ kind: 'cancelled', reason: 'late' }, toolError('The work was cancelled: "late".')],
    [{ kind: 'error', error, byOperator: true }, toolError(error.message)],
    [
      { kind: 'error', error },
      { kind: 'error', error },
    ],
    [done, done],
  ] as const)('makes of %j: %j', (outcome, expected) => {
    expect(toCallOutcome(outcome)).toStrictEqual(expected);
  });
});
