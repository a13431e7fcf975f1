import type { WorkflowStartOptions } from '@temporalio/client';
import {
  defineSearchAttributeKey,
  type Priority,
  type RetryPolicy,
  type SearchAttributePair,
} from '@temporalio/common';

import {
  META_MEMO_KEY,
  OWNER_SEARCH_ATTRIBUTE,
  type TaskMeta,
} from '../../core/contract/contract.js';
import { toText } from '../../core/mapping/misfit.js';
import type { CreateTaskRequest } from '../../core/task/tasks.js';
import type { StartPlan } from '../../core/tool/start-plan.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { withoutUndefined } from '../../core/value/members.js';
import type { Retries } from '../../definition/tool/start.js';
import { toDefaultSummary } from '../describe/task-summary.js';
import { Argument } from '../link/start-client.js';

import type { PlannedTask } from './plan-task.js';

export function toRetryPolicy({ nonRetryableErrorTypes, ...others }: Retries): RetryPolicy {
  return withoutUndefined({
    ...others,
    nonRetryableErrorTypes: nonRetryableErrorTypes && [...nonRetryableErrorTypes],
  });
}

function toLimits({
  executionTimeout,
  runTimeout,
  taskTimeout,
  retryPolicy,
}: ToolDefinition['start']): Partial<WorkflowStartOptions> {
  return withoutUndefined({
    workflowExecutionTimeout: executionTimeout ?? undefined,
    workflowRunTimeout: runTimeout,
    workflowTaskTimeout: taskTimeout,
    retry: retryPolicy && toRetryPolicy(retryPolicy),
  });
}

/**
 * Gives a value the type that it has in JSON. The service uses only the registered type: it accepts a text for a date,
 * and a whole number for a fraction's type.
 */
function toPair(name: string, value: unknown): SearchAttributePair {
  if (typeof value === 'boolean') return { key: defineSearchAttributeKey(name, 'BOOL'), value };
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? { key: defineSearchAttributeKey(name, 'INT'), value }
      : { key: defineSearchAttributeKey(name, 'DOUBLE'), value };
  }
  if (Array.isArray(value)) {
    return { key: defineSearchAttributeKey(name, 'KEYWORD_LIST'), value: value.map(String) };
  }
  return { key: defineSearchAttributeKey(name, 'KEYWORD'), value: toText(value) };
}

export function toSearchAttributes(
  { ownId, searchAttributes = {} }: StartPlan,
  ownerTag: string,
): SearchAttributePair[] {
  return [
    ...Object.entries(searchAttributes).map(([name, { value }]) => toPair(name, value)),
    ...(ownId ? [toPair(OWNER_SEARCH_ATTRIBUTE, ownerTag)] : []),
  ];
}

/** A fairness key for each owner: if the service supports it, an owner's burst does not delay others. */
export function toPriority(
  { priority }: Pick<ToolDefinition['start'], 'priority'>,
  { ownerTag }: TaskMeta,
): Priority {
  return { fairnessKey: ownerTag, ...withoutUndefined({ priorityKey: priority }) };
}

/** The policies suit an ID that only this server makes. */
export function toStartOptions(
  { tool, workflowArguments, start = {} }: CreateTaskRequest,
  { task, meta }: PlannedTask,
): WorkflowStartOptions {
  const { delayMs, memo, summary, details } = start;
  const typedSearchAttributes = toSearchAttributes(start, meta.ownerTag);
  return {
    workflowId: task.taskId,
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'FAIL',
    taskQueue: tool.start.taskQueue,
    args: workflowArguments.map((value) => new Argument(value)),
    memo: { ...memo, [META_MEMO_KEY]: meta },
    staticSummary: summary ?? toDefaultSummary(tool.name),
    ...withoutUndefined({
      staticDetails: details,
      startDelay: delayMs,
      typedSearchAttributes: typedSearchAttributes.length > 0 ? typedSearchAttributes : undefined,
    }),
    priority: toPriority(tool.start, meta),
    ...toLimits(tool.start),
  };
}
