import { randomUUID } from 'node:crypto';

import { compilePriority, compileRetryPolicy, defaultPayloadConverter } from '@temporalio/common';
import proto from '@temporalio/proto';

import { META_MEMO_KEY } from '../../core/contract/contract.js';
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { CreateTaskRequest } from '../../core/task/tasks.js';
import type { ActivityStart } from '../../definition/tool/activity.js';
import { toDefaultSummary } from '../describe/task-summary.js';
import { encodeArguments, encodePayloads } from '../link/encode-payloads.js';
import { isUnimplemented } from '../link/from-temporal-error.js';
import { encodeHeaders } from '../link/message-headers.js';
import { ActivityIdConflictPolicy, ActivityIdReusePolicy } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { PlannedTask } from './plan-task.js';
import { toPriority, toRetryPolicy, toSearchAttributes } from './start-options.js';

const { Duration } = proto.google.protobuf;

function toDuration(ms: number | null | undefined): proto.google.protobuf.Duration | null {
  if (ms == null) return null;
  return Duration.fromObject({ seconds: Math.floor(ms / 1_000), nanos: (ms % 1_000) * 1e6 });
}

function withoutActivities(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.misconfigured,
    'The server is not set up correctly: this tool is a Standalone Activity, which its Temporal Service does not have. Temporal Server has them from version 1.31 on. Ask its operator; trying again will not help.',
    { cause },
  );
}

/** Least default limit of a whole Activity, in milliseconds. */
const WHOLE_MS = 24 * 60 * 60_000;

/** The limit of a whole Activity, in milliseconds: retries end, even if nobody has said when. */
function toWholeLimitMs(
  { scheduleToCloseTimeout: own, startToCloseTimeout }: ActivityStart,
  delayMs = 0,
): number | null {
  if (own !== undefined) return own;
  return Math.max(WHOLE_MS, 2 * (startToCloseTimeout ?? 0)) + delayMs;
}

export interface ActivityToStart {
  readonly activity: ActivityStart;
  readonly request: CreateTaskRequest;
  readonly planned: PlannedTask;
  /** A closed Activity may have had the ID. */
  readonly mayReplace: boolean;
}

/**
 * Starts a Standalone Activity. The raw call, since the Client's takes neither details nor a header without an interceptor.
 *
 * @throws {TaskError} Of which `isAlreadyStarted` is true if the ID is in use; `misconfigured` for a service without
 * Standalone Activities.
 */
export async function startActivity(
  calls: TemporalCalls,
  { activity, request, planned: { task, meta }, mayReplace }: ActivityToStart,
): Promise<void> {
  const { options } = calls.client;
  const { namespace, identity, loadedDataConverter: converter } = options;
  const { start = {}, tool, workflowArguments } = request;
  const { ACTIVITY_ID_REUSE_POLICY_ALLOW_DUPLICATE, ACTIVITY_ID_REUSE_POLICY_REJECT_DUPLICATE } =
    ActivityIdReusePolicy;
  const { summary = toDefaultSummary(tool.name), details } = start;
  const [summaryPayload, detailsPayload] = await encodePayloads(converter, [
    summary,
    ...(details === undefined ? [] : [details]),
  ]);
  const target = { kind: 'activity', namespace, id: task.taskId, type: activity.type } as const;
  const payloads = await encodeArguments(calls.client, target, workflowArguments);
  const attributes = toSearchAttributes(start, meta.ownerTag).map(
    ({ key, value }) => [key.name, defaultPayloadConverter.toPayload(value)] as const,
  );
  const call = {
    namespace,
    identity,
    // All tries of this start have it, so that a lost answer does no harm.
    requestId: randomUUID(),
    activityId: task.taskId,
    activityType: { name: activity.type },
    taskQueue: { name: activity.taskQueue },
    scheduleToCloseTimeout: toDuration(toWholeLimitMs(activity, start.delayMs)),
    scheduleToStartTimeout: toDuration(activity.scheduleToStartTimeout),
    startToCloseTimeout: toDuration(activity.startToCloseTimeout),
    heartbeatTimeout: toDuration(activity.heartbeatTimeout),
    startDelay: toDuration(start.delayMs),
    retryPolicy: activity.retryPolicy
      ? compileRetryPolicy(toRetryPolicy(activity.retryPolicy))
      : null,
    input: { payloads },
    idReusePolicy: mayReplace
      ? ACTIVITY_ID_REUSE_POLICY_ALLOW_DUPLICATE
      : ACTIVITY_ID_REUSE_POLICY_REJECT_DUPLICATE,
    idConflictPolicy: ActivityIdConflictPolicy.ACTIVITY_ID_CONFLICT_POLICY_FAIL,
    searchAttributes: { indexedFields: Object.fromEntries(attributes) },
    header: { fields: await encodeHeaders(converter, { [META_MEMO_KEY]: meta }) },
    userMetadata: { summary: summaryPayload ?? null, details: detailsPayload ?? null },
    priority: compilePriority(toPriority(activity, meta)),
  };
  try {
    await calls.run(async ({ workflowService }) => workflowService.startActivityExecution(call));
  } catch (error) {
    throw isUnimplemented(error) ? withoutActivities(error) : error;
  }
}
