import type { Payload } from '@temporalio/common';

import {
  META_MEMO_KEY,
  OWNER_SEARCH_ATTRIBUTE,
  parseTaskMeta,
} from '../../core/contract/contract.js';
import {
  type ActivityInfo,
  isCancelRequested,
  toWorkflowStatus,
} from '../activity/activity-state.js';
import type { ReadActivity } from '../activity/read-activity.js';
import { readOwnerTag } from '../link/payload-reader.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { fromTimestamp, toMs } from '../link/timestamps.js';

import type { DescribedExecution } from './describe-execution.js';

function isDelayed({ executionTime, attempt }: ActivityInfo): boolean {
  return (attempt ?? 1) <= 1 && (toMs(executionTime) ?? 0) > Date.now();
}

/** An Activity as its Workflow would show it while it waits for this one alone. */
function toPending(info: ActivityInfo): object[] {
  if (info.closeTime || isDelayed(info)) return [];
  return [{ ...info, state: info.runState }];
}

/**
 * Describes a Standalone Activity as an execution. In its raw form, it is a Workflow that waits for this Activity alone:
 * so tasks of both kinds are read in one way.
 */
export async function describeActivity(
  calls: Pick<TemporalCalls, 'payloads'>,
  activityId: string,
  activity: ReadActivity,
): Promise<DescribedExecution> {
  const info = activity.info ?? {};
  const { activityType, searchAttributes, scheduleTime, taskQueue, header } = info;
  const meta: Payload | undefined = header?.fields?.[META_MEMO_KEY];
  const place = { workflowId: activityId, what: `header "${META_MEMO_KEY}"` };
  const read = meta && (await calls.payloads.read(meta, place));
  const ownerTag = readOwnerTag(searchAttributes?.indexedFields?.[OWNER_SEARCH_ATTRIBUTE]);
  return {
    runId: activity.runId,
    firstRunId: activity.runId,
    workflowType: activityType?.name ?? '',
    historyLength: Number(info.stateTransitionCount ?? 0),
    isOpen: info.closeTime == null,
    isPaused: false,
    cancelRequested: isCancelRequested(info),
    startedAt: fromTimestamp(scheduleTime) ?? new Date(0).toISOString(),
    startsAt: !info.closeTime && isDelayed(info) ? fromTimestamp(info.executionTime) : undefined,
    closedAt: fromTimestamp(info.closeTime),
    meta: parseTaskMeta(read?.value),
    unreadableMeta: read?.unreadable,
    ownerTag,
    isTask: meta !== undefined || ownerTag !== undefined,
    state: undefined,
    raw: {
      workflowExecutionInfo: {
        status: toWorkflowStatus(info),
        type: activityType ?? null,
        searchAttributes: searchAttributes ?? null,
        startTime: scheduleTime ?? null,
      },
      executionConfig: {
        taskQueue: { name: taskQueue ?? null },
        userMetadata: info.userMetadata ?? null,
      },
      pendingActivities: toPending(info),
    },
    activity,
  };
}
