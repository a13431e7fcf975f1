import type { DescribeWorkflowExecutionResponse } from '@temporalio/client';
import type { LoadedDataConverter, Payload } from '@temporalio/common';

import {
  META_MEMO_KEY,
  OWNER_SEARCH_ATTRIBUTE,
  parseTaskMeta,
  STATE_MEMO_KEY,
  type TaskMeta,
  type WorkflowState,
} from '../../core/contract.js';
import { readWorkflowState } from '../../core/task/read-workflow-state.js';
import { decodePayload } from '../link/decode-payload.js';
import { decodeSearchAttribute } from '../link/decode-search-attribute.js';
import { fromTemporalError } from '../link/from-temporal-error.js';
import { WorkflowExecutionStatus } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

type Timestamp = NonNullable<
  DescribeWorkflowExecutionResponse['workflowExecutionInfo']
>['closeTime'];

/** What one DescribeWorkflowExecution tells of the execution behind a task. */
export interface DescribedExecution {
  readonly runId: string;
  /** The first run of the chain; differs from `runId` after continue-as-new, a workflow retry or a reset. */
  readonly firstRunId: string;
  readonly workflowType: string;
  /** Grows whenever the Workflow may have moved on: with nothing new in its history, its state is what it was. */
  readonly historyLength: number;
  readonly isOpen: boolean;
  readonly isPaused: boolean;
  readonly cancelRequested: boolean;
  /** When this run was started, ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601. */
  readonly closedAt: string | undefined;
  /** Absent when the execution was not started by this server, or is a later run of a chain that has dropped its memo. */
  readonly meta: TaskMeta | undefined;
  /** Whose it is by its search attribute, which later runs have too; absent where none says it. */
  readonly ownerTag: string | undefined;
  readonly state: WorkflowState | undefined;
  readonly raw: DescribeWorkflowExecutionResponse;
}

/**
 * Reads an execution. Strongly consistent, needs no Worker, and leaves no trace in the history.
 *
 * @param runId The current run when absent.
 */
export async function describeExecution(
  calls: TemporalCalls,
  workflowId: string,
  runId?: string,
): Promise<DescribedExecution> {
  const { namespace, loadedDataConverter } = calls.client.options;
  // The raw call, since the Client's `describe()` decodes the whole memo, and fails at what is none of our business.
  const raw: DescribeWorkflowExecutionResponse = await calls.run(async (client) =>
    client.workflowService.describeWorkflowExecution({
      namespace,
      execution: { workflowId, ...(runId !== undefined && { runId }) },
    }),
  );
  const { execution, firstRunId, type, historyLength, status, closeTime, memo, searchAttributes } =
    raw.workflowExecutionInfo ?? {};
  const currentRunId = execution?.runId ?? '';
  const isPaused = status === WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_PAUSED;
  return {
    runId: currentRunId,
    // Older services leave it out, and it is decoded as an empty string.
    firstRunId: firstRunId === '' ? currentRunId : (firstRunId ?? currentRunId),
    workflowType: type?.name ?? '',
    historyLength: Number(historyLength ?? 0),
    isOpen: isPaused || status === WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING,
    isPaused,
    cancelRequested: raw.workflowExtendedInfo?.cancelRequested ?? false,
    startedAt: toInstant(raw.workflowExecutionInfo?.startTime) ?? new Date(0).toISOString(),
    closedAt: toInstant(closeTime),
    ...(await readMemo(loadedDataConverter, memo?.fields ?? {})),
    ownerTag: readOwnerTag(searchAttributes?.indexedFields?.[OWNER_SEARCH_ATTRIBUTE]),
    raw,
  };
}

/** What a memo says of a task: of that of a row of visibility, too. What is not there, or is none, is absent. */
export async function readMemo(
  converter: LoadedDataConverter,
  fields: Readonly<Record<string, Payload>>,
): Promise<Pick<DescribedExecution, 'meta' | 'state'>> {
  return {
    meta: parseTaskMeta(await readMeta(converter, fields[META_MEMO_KEY])),
    state: readWorkflowState(await readState(converter, fields[STATE_MEMO_KEY])),
  };
}

/** Milliseconds since the epoch. */
export function toMs(time: Timestamp): number | undefined {
  if (time?.seconds == null) return undefined;
  return Number(time.seconds) * 1000 + (time.nanos ?? 0) / 1e6;
}

function toInstant(time: Timestamp): string | undefined {
  const ms = toMs(time);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

/** Anybody can write it, so what is no text counts as absent. */
function readOwnerTag(payload: Payload | undefined): string | undefined {
  try {
    const ownerTag = payload && decodeSearchAttribute(payload);
    return typeof ownerTag === 'string' ? ownerTag : undefined;
  } catch {
    return undefined;
  }
}

/** This one is ours. When it cannot be read, the codec or converter is not the one of the start: an error says so. */
async function readMeta(
  converter: LoadedDataConverter,
  payload: Payload | undefined,
): Promise<unknown> {
  try {
    return payload && (await decodePayload(converter, payload));
  } catch (error) {
    throw fromTemporalError(error);
  }
}

/** This one is the Workflow's, which may write what it likes: what cannot be read counts as absent. */
async function readState(
  converter: LoadedDataConverter,
  payload: Payload | undefined,
): Promise<unknown> {
  try {
    return payload && (await decodePayload(converter, payload));
  } catch {
    return undefined;
  }
}
