import { describe, expect, it } from '@jest/globals';

import { InputMethod } from '../../../../../src/core/question/input-request.js';
import type { Task } from '../../../../../src/core/task/task.js';
import type { TaskOutcome } from '../../../../../src/core/tool/tool-result.js';
import {
  toWireCreateTaskResult,
  toWireDetailedTask,
  toWireInputRequests,
  toWireToolResult,
} from '../../../../../src/mcp/rev2026-07-28/wire/to-wire.js';

const AT = '2026-01-05T09:00:00.000Z';
const task: Task = {
  taskId: 'task-1',
  toolName: 'a',
  phase: 'working',
  cancelRequested: false,
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

const ended = (phase: Task['phase'], outcome: TaskOutcome): Task => ({ ...task, phase, outcome });

describe('toWireCreateTaskResult', () => {
  it('is flat, with whole positive times', () => {
    expect(toWireCreateTaskResult(task)).toStrictEqual({ resultType: 'task', ...wire });
  });

  it('has no payload whatever the task has come to', () => {
    const done = ended('succeeded', { kind: 'result', result: { content: [] } });

    expect(Object.keys(toWireCreateTaskResult(done))).not.toContain('result');
  });
});

describe('toWireDetailedTask', () => {
  it('has nothing besides while it works or when it was cancelled', () => {
    expect(toWireDetailedTask(task)).toStrictEqual(wire);
    expect(toWireDetailedTask(ended('cancelled', { kind: 'cancelled' }))).toStrictEqual({
      ...wire,
      status: 'cancelled',
    });
  });

  it('still works when cancellation was asked for only', () => {
    expect(toWireDetailedTask({ ...task, cancelRequested: true })).toMatchObject({
      status: 'working',
    });
  });

  it('has all open questions', () => {
    const inputRequests = {
      a: { method: InputMethod.elicit, params: { message: 'A?' } },
      b: { method: InputMethod.sample, params: { messages: [], maxTokens: 1 } },
    };

    expect(toWireDetailedTask({ ...task, phase: 'inputRequired', inputRequests })).toStrictEqual({
      ...wire,
      status: 'input_required',
      inputRequests,
    });
  });

  it('has a tool error as the result of a completed task', () => {
    const result = { content: [{ type: 'text', text: 'no' }], isError: true };

    expect(toWireDetailedTask(ended('toolError', { kind: 'result', result }))).toStrictEqual({
      ...wire,
      status: 'completed',
      result: { resultType: 'complete', ...result },
    });
  });

  it('has the error of a failed task, with a code that it may have', () => {
    const error = { code: -32042, message: 'x', data: { a: 1 } };

    expect(toWireDetailedTask(ended('protocolError', { kind: 'error', error }))).toStrictEqual({
      ...wire,
      status: 'failed',
      error: { ...error, code: -32603 },
    });
  });
});

describe('what is of 2025-11-25', () => {
  it('is left out of questions', () => {
    const params = { mode: 'url', message: 'Pay.', url: 'https://pay.example/1' };
    const request = {
      method: InputMethod.elicit,
      params: { ...params, elicitationId: 'e', task: {}, _meta: {} },
    };

    expect(toWireInputRequests({ a: request })).toStrictEqual({
      a: { method: 'elicitation/create', params },
    });
  });

  it('is left out of results, and nothing else is', () => {
    const related = { 'io.modelcontextprotocol/related-task': { taskId: 'x' } };
    const content = [{ type: 'text', text: 'a' }];

    expect(toWireToolResult({ content, _meta: { ...related, b: 1 } })).toStrictEqual({
      resultType: 'complete',
      content,
      _meta: { b: 1 },
    });
    expect(toWireToolResult({ content, _meta: related })).not.toHaveProperty('_meta');
  });
});
