import type { DescribeWorkflowExecutionResponse } from '@temporalio/client';
import type { Payload } from '@temporalio/common';

import {
  MAX_STATE_BYTES,
  META_MEMO_KEY,
  OWNER_SEARCH_ATTRIBUTE,
  parseTaskMeta,
  parseWorkflowState,
  STATE_MEMO_KEY,
  type TaskMeta,
  type WorkflowState,
} from '../../core/contract/contract.js';
import { findExcess, type JsonBounds, RESPONSE_BOUNDS } from '../../core/value/json-bounds.js';
import type { ReadActivity } from '../activity/read-activity.js';
import { isOpenStatus } from '../link/open-executions.js';
import { type PayloadReading, readOwnerTag } from '../link/payload-reader.js';
import { WorkflowExecutionStatus } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { fromTimestamp, toMs } from '../link/timestamps.js';
import { toUnreadableWords, type UnreadablePayload } from '../link/unreadable-payload.js';

type ExecutionInfo = NonNullable<DescribeWorkflowExecutionResponse['workflowExecutionInfo']>;

/** The part of a description, or of a start's event, that can mark a task. */
interface MarkedInfo {
  readonly memo?: ExecutionInfo['memo'] | undefined;
  readonly searchAttributes?: ExecutionInfo['searchAttributes'] | undefined;
}

/** Bounds of a published state, since any Worker can write more than the contract allows. */
const STATE_BOUNDS: JsonBounds = {
  maxBytes: MAX_STATE_BYTES,
  maxDepth: RESPONSE_BOUNDS.maxDepth,
};

/** The memos that tasks consist of, in words. */
export const META_MEMO = `memo "${META_MEMO_KEY}"`;
const STATE_MEMO = `memo "${STATE_MEMO_KEY}"`;

/** The execution behind a task, from one call. */
export interface DescribedExecution {
  readonly runId: string;
  /** The first run of the chain; differs from `runId` after continue-as-new, a workflow retry or a reset. */
  readonly firstRunId: string;
  /** Workflow Type, or Activity Type. */
  readonly workflowType: string;
  /** Number of events or state transitions. While it does not change, the state does not change either. */
  readonly historyLength: number;
  readonly isOpen: boolean;
  readonly isPaused: boolean;
  readonly cancelRequested: boolean;
  /** Start time of this run, ISO 8601. */
  readonly startedAt: string;
  /** The time for which its start is delayed, or that of its next run, ISO 8601. Absent: it has begun. */
  readonly startsAt?: string | undefined;
  /** ISO 8601. */
  readonly closedAt: string | undefined;
  /**
   * Absent if this server did not start the execution, or if it is a later run of a chain that has dropped its memo.
   */
  readonly meta: TaskMeta | undefined;
  /** The reason why `meta` is absent although the memo is there. */
  readonly unreadableMeta?: UnreadablePayload | undefined;
  /** The owner tag in its Search Attribute, which later runs have, too. Absent: it has no such attribute. */
  readonly ownerTag: string | undefined;
  /** The run has the memo or the Search Attribute of a task. */
  readonly isTask: boolean;
  readonly state: WorkflowState | undefined;
  readonly raw: DescribeWorkflowExecutionResponse;
  /** Present for a Standalone Activity. */
  readonly activity?: ReadActivity | undefined;
}

/** The Workflow Type that takes messages. Activities take none. */
export function toMessagedType({ workflowType, activity }: DescribedExecution): string | undefined {
  return activity ? undefined : workflowType;
}

/**
 * The read is strongly consistent, needs no Worker, and leaves no trace in the history.
 *
 * @param runId Default: the current run.
 */
export async function describeWorkflow(
  calls: TemporalCalls,
  workflowId: string,
  runId?: string,
): Promise<DescribedExecution> {
  const { namespace } = calls.client.options;
  // The raw call, since the Client's `describe()` decodes the whole memo and fails at parts from other writers.
  const raw: DescribeWorkflowExecutionResponse = await calls.run(async (client) =>
    client.workflowService.describeWorkflowExecution({
      namespace,
      execution: { workflowId, runId: runId ?? null },
    }),
  );
  const { execution, firstRunId, type, historyLength, status, closeTime, memo, searchAttributes } =
    raw.workflowExecutionInfo ?? {};
  const currentRunId = execution?.runId ?? '';
  return {
    runId: currentRunId,
    // Older services leave it out. The decoder then gives an empty string.
    firstRunId: firstRunId === '' ? currentRunId : (firstRunId ?? currentRunId),
    workflowType: type?.name ?? '',
    historyLength: Number(historyLength ?? 0),
    isOpen: isOpenStatus(status),
    isPaused: status === WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_PAUSED,
    cancelRequested: raw.workflowExtendedInfo?.cancelRequested ?? false,
    startedAt: fromTimestamp(raw.workflowExecutionInfo?.startTime) ?? new Date(0).toISOString(),
    startsAt: findDelay(raw),
    closedAt: fromTimestamp(closeTime),
    ...(await readMarks(calls, workflowId, { memo, searchAttributes })),
    raw,
  };
}

/** Before this time, a run has no Workflow Task: neither its own nor one for a Signal. */
function findDelay({
  workflowExecutionInfo: info,
  pendingWorkflowTask,
}: DescribeWorkflowExecutionResponse): string | undefined {
  const startsMs = toMs(info?.executionTime);
  const isDelayed = startsMs !== undefined && startsMs > Date.now();
  return isDelayed && pendingWorkflowTask == null && isOpenStatus(info?.status)
    ? new Date(startsMs).toISOString()
    : undefined;
}

/** Reads by what a run, or the event of its start, shows that it is a task, and whose. */
export async function readMarks(
  calls: Pick<TemporalCalls, 'payloads'>,
  workflowId: string,
  { memo, searchAttributes }: MarkedInfo,
): Promise<Pick<DescribedExecution, 'meta' | 'unreadableMeta' | 'state' | 'ownerTag' | 'isTask'>> {
  const ownerTag = readOwnerTag(searchAttributes?.indexedFields?.[OWNER_SEARCH_ATTRIBUTE]);
  return {
    ...(await readMemo(calls, workflowId, memo?.fields ?? {})),
    ownerTag,
    isTask: memo?.fields?.[META_MEMO_KEY] !== undefined || ownerTag !== undefined,
  };
}

/** Reads a task's facts from a memo, which may be that of a visibility row. Missing and invalid facts are absent. */
export async function readMemo(
  { payloads }: Pick<TemporalCalls, 'payloads'>,
  workflowId: string,
  fields: Readonly<Record<string, Payload>>,
): Promise<Pick<DescribedExecution, 'meta' | 'unreadableMeta' | 'state'>> {
  const { [META_MEMO_KEY]: meta, [STATE_MEMO_KEY]: state } = fields;
  const read = meta && (await payloads.read(meta, { workflowId, what: META_MEMO }));
  const published = state && (await payloads.read(state, { workflowId, what: STATE_MEMO }));
  return {
    meta: parseTaskMeta(read?.value),
    unreadableMeta: read?.unreadable && read.unreadable,
    state: toState(published),
  };
}

/**
 * Reads the published state of a Workflow. A status message replaces a state that is unreadable, too large or too deep,
 * and says so. Its questions are not shown.
 */
function toState({ value, unreadable }: Partial<PayloadReading> = {}): WorkflowState | undefined {
  if (unreadable) {
    const words = toUnreadableWords(`the workflow's state (${STATE_MEMO})`, unreadable);
    return { statusMessage: `${words} Its questions and progress are not shown until then.` };
  }
  const excess = findExcess(value, STATE_BOUNDS);
  if (excess === undefined) return parseWorkflowState(value);
  return {
    statusMessage: `The workflow's state (memo "mcp.task") has ${excess}. Its questions and progress cannot be shown until the workflow makes it smaller.`,
  };
}
