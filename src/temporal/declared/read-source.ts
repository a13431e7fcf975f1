import type { LoadedDataConverter, Payload } from '@temporalio/common';

import type { SourceReading, WorkflowSource } from '../../core/tool/workflow-source.js';
import { readMember } from '../../core/value/member-path.js';
import { decodeAnyPayload } from '../link/decode-any-payload.js';
import { decodeSearchAttribute } from '../link/decode-search-attribute.js';
import { METADATA_QUERY } from '../link/workflow-metadata.js';
import { type DescribedExecution, toMs } from '../read/describe-execution.js';

import type { WorkflowQueries } from './workflow-queries.js';

export interface SourceReader {
  readonly queries: WorkflowQueries;
  readonly dataConverter: LoadedDataConverter;
}

/** Decodes a payload of the Workflow; an unreadable one counts as absent. */
async function readPayload(
  payload: Payload | null | undefined,
  decode: (payload: Payload) => unknown,
): Promise<SourceReading> {
  try {
    return { isKnown: true, ...(payload && { value: await decode(payload) }) };
  } catch {
    return { isKnown: true };
  }
}

/** Reads the last heartbeat of a pending Activity: its only detail, or the list of its details. */
async function readHeartbeat(
  { raw }: DescribedExecution,
  activityType: string | undefined,
  dataConverter: LoadedDataConverter,
): Promise<SourceReading> {
  for (const activity of raw.pendingActivities ?? []) {
    const payloads = activity.heartbeatDetails?.payloads ?? [];
    const isMeant = activityType === undefined || activity.activityType?.name === activityType;
    if (!isMeant || payloads.length === 0) continue;
    try {
      const details = await Promise.all(
        payloads.map(async (payload) => decodeAnyPayload(dataConverter, payload)),
      );
      return { isKnown: true, value: details.length === 1 ? details[0] : details };
    } catch {
      // Heartbeat details belong to the Activity. Unreadable ones count as absent.
    }
  }
  return { isKnown: true };
}

/** Reads the value at a source of an execution that was just described. */
export async function readSource(
  source: WorkflowSource,
  { taskId, execution }: { readonly taskId: string; readonly execution: DescribedExecution },
  { queries, dataConverter }: SourceReader,
): Promise<SourceReading> {
  const { runId, historyLength, raw } = execution;
  const { memo, searchAttributes } = raw.workflowExecutionInfo ?? {};
  const asked = {
    taskId,
    runId,
    historyLength,
    taskQueue: raw.executionConfig?.taskQueue?.name ?? '',
    isMoving: raw.pendingWorkflowTask != null,
    startedAtMs: toMs(raw.workflowExecutionInfo?.startTime) ?? 0,
  };
  switch (source.kind) {
    case 'query':
      return queries.ask(asked, source);
    case 'currentDetails': {
      const query = { name: METADATA_QUERY, limitMs: source.limitMs };
      const { value, ...reading } = await queries.ask(asked, query);
      return { ...reading, value: readMember(value, 'currentDetails') };
    }
    case 'heartbeat':
      return readHeartbeat(execution, source.activityType, dataConverter);
    case 'memo':
      return readPayload(memo?.fields?.[source.name], async (payload) =>
        decodeAnyPayload(dataConverter, payload),
      );
    case 'searchAttribute':
      return readPayload(searchAttributes?.indexedFields?.[source.name], decodeSearchAttribute);
  }
}
