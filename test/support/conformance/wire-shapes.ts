/** The wire shapes of 2025-11-25, checked by the schemas that the official SDK exports, and for the exact keys. */
import { expect } from '@jest/globals';
import {
  CallToolResultSchema,
  CancelTaskResultSchema,
  CreateTaskResultSchema,
  GetTaskResultSchema,
  ListTasksResultSchema,
  TaskSchema,
} from '@modelcontextprotocol/sdk/types.js';

export const RELATED_TASK_META_KEY = 'io.modelcontextprotocol/related-task';
export const IMMEDIATE_RESPONSE_META_KEY = 'io.modelcontextprotocol/model-immediate-response';

/** A UTC instant of ISO 8601, as `Date` writes it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The members of every task, and an optional one. */
const TASK_MEMBERS = ['taskId', 'status', 'createdAt', 'lastUpdatedAt', 'ttl', 'pollInterval'];
const OPTIONAL_TASK_MEMBERS = ['statusMessage'];

function expectTaskMembers(value: object): void {
  const members = Object.keys(value).filter((name) => !OPTIONAL_TASK_MEMBERS.includes(name));
  expect(members.sort()).toStrictEqual([...TASK_MEMBERS].sort());
  expect(value).toMatchObject({
    createdAt: expect.stringMatching(INSTANT),
    lastUpdatedAt: expect.stringMatching(INSTANT),
  });
  const { ttl, pollInterval } = TaskSchema.parse(value);
  expect(ttl === null || Number.isInteger(ttl)).toBe(true);
  expect(Number.isInteger(pollInterval)).toBe(true);
}

/** Schema › CreateTaskResult: the task nested, nothing else but `_meta`. */
export function expectCreateTaskResult(value: unknown): void {
  const { task } = CreateTaskResultSchema.strict().parse(value);
  expect(Object.keys(value as object).sort()).toStrictEqual(['_meta', 'task']);
  expectTaskMembers(task);
}

/** Schema › GetTaskResult: the task flat, and no `_meta`. */
export function expectGetTaskResult(value: unknown): void {
  expectTaskMembers(GetTaskResultSchema.strict().parse(value));
  expectTaskMembers(value as object);
}

/** Schema › CancelTaskResult: the task flat, and no `_meta`. */
export function expectCancelTaskResult(value: unknown): void {
  expectTaskMembers(CancelTaskResultSchema.strict().parse(value));
  expectTaskMembers(value as object);
}

/** Schema › ListTasksResult: flat tasks, and a cursor unless it is the last page. */
export function expectListTasksResult(value: unknown): void {
  const { tasks } = ListTasksResultSchema.strict().parse(value);
  const members = Object.keys(value as object).filter((name) => name !== 'nextCursor');
  expect(members).toStrictEqual(['tasks']);
  tasks.forEach(expectTaskMembers);
}

/** Schema › CallToolResult, without unknown members. */
export function expectCallToolResult(value: unknown): void {
  expect(CallToolResultSchema.strict().parse(value)).toStrictEqual(value);
}
