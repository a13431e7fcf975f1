import type { Payload } from '@temporalio/common';

import type { SourceReading, WorkflowSource } from '../../core/mapping/workflow-source.js';
import { readMember } from '../../core/value/member-path.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { type PayloadReader, readSearchAttribute } from '../link/payload-reader.js';
import { toMs } from '../link/timestamps.js';
import { toUnreadableWords } from '../link/unreadable-payload.js';
import { METADATA_QUERY } from '../link/workflow-metadata.js';

import type { WorkflowQueries } from './workflow-queries.js';

export interface SourceReader {
  readonly queries: WorkflowQueries;
  readonly payloads: PayloadReader;
}

interface DescribedTask {
  readonly taskId: string;
  readonly execution: DescribedExecution;
}

async function readMemo(
  payload: Payload | null | undefined,
  { workflowId, name }: { readonly workflowId: string; readonly name: string },
  payloads: PayloadReader,
): Promise<SourceReading> {
  if (!payload) return { isKnown: true };
  const what = `memo "${name}"`;
  const { value, unreadable } = await payloads.read(payload, { workflowId, what });
  if (unreadable) return { isKnown: true, unreadable: toUnreadableWords(what, unreadable) };
  return { isKnown: true, value };
}

/** Reads the last heartbeat of a pending Activity: its only detail, or the list of its details. */
async function readHeartbeat(
  { taskId, execution: { raw } }: DescribedTask,
  activityType: string | undefined,
  reader: PayloadReader,
): Promise<SourceReading> {
  for (const activity of raw.pendingActivities ?? []) {
    const payloads = activity.heartbeatDetails?.payloads ?? [];
    const isMeant = activityType === undefined || activity.activityType?.name === activityType;
    if (!isMeant || payloads.length === 0) continue;
    const what = `the heartbeat of ${activity.activityType?.name ?? 'an activity'}`;
    const { values, unreadable } = await reader.readAll(payloads, { workflowId: taskId, what });
    if (unreadable) return { isKnown: true, unreadable: toUnreadableWords(what, unreadable) };
    return { isKnown: true, value: values.length === 1 ? values[0] : values };
  }
  return { isKnown: true };
}

export async function readSource(
  source: WorkflowSource,
  described: DescribedTask,
  { queries, payloads }: SourceReader,
): Promise<SourceReading> {
  const { taskId, execution } = described;
  const { runId, historyLength, raw } = execution;
  const { memo, searchAttributes } = raw.workflowExecutionInfo ?? {};
  const queried = {
    taskId,
    runId,
    historyLength,
    taskQueue: raw.executionConfig?.taskQueue?.name ?? '',
    isMoving: raw.pendingWorkflowTask != null,
    startedAtMs: toMs(raw.workflowExecutionInfo?.startTime) ?? 0,
  };
  switch (source.kind) {
    case 'query':
      return queries.query(queried, source);
    case 'currentDetails': {
      const query = { name: METADATA_QUERY, limitMs: source.limitMs };
      const { value, ...reading } = await queries.query(queried, query);
      return { ...reading, value: readMember(value, 'currentDetails') };
    }
    case 'heartbeat':
      return readHeartbeat(described, source.activityType, payloads);
    case 'memo':
      return readMemo(
        memo?.fields?.[source.name],
        { workflowId: taskId, name: source.name },
        payloads,
      );
    case 'searchAttribute': {
      const value = readSearchAttribute(searchAttributes?.indexedFields?.[source.name]);
      return { isKnown: true, value };
    }
  }
}
