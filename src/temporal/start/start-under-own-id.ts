/** Starts tasks with tool-chosen Workflow IDs, which another execution may already have. */
import type { TaskMeta } from '../../core/contract/contract.js';
import { hasCode, TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { CreateTaskRequest } from '../../core/task/tasks.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { logSummed } from '../../core/value/summed-log.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { findExecution } from '../describe/find-execution.js';
import type { FirstRuns } from '../describe/first-runs.js';
import { isAlreadyStarted } from '../link/from-temporal-error.js';
import { WorkflowExecutionStatus } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { type IdVerdict, judgeOwnId } from './own-id-verdict.js';
import type { PlannedTask, StartedTask } from './plan-task.js';
import { startExecution } from './start-execution.js';
import { sendStartMessage } from './start-message.js';
import type { TaskCompanion } from './task-companion.js';

/** Maximum number of tries, if other clients start and end executions under the ID between read and start. */
const MAX_TRIES = 5;
const RETRY_AFTER_MS = 1_000;

export interface OwnStart {
  readonly request: CreateTaskRequest;
  readonly planned: PlannedTask;
  /** The memo of the start, as each valid secret would write it. */
  readonly metas: readonly TaskMeta[];
  readonly companion: TaskCompanion;
  readonly tools: ToolCatalog;
  readonly firstRuns: FirstRuns;
  readonly logger: Logger | undefined;
}

async function judge(
  present: DescribedExecution,
  { request: { tool, start }, planned, metas, tools, firstRuns, logger }: OwnStart,
): Promise<IdVerdict> {
  const { isOpen, closedAt, raw } = present;
  const { meta } = await firstRuns.readStart(planned.task.taskId, present);
  const { status, type } = raw.workflowExecutionInfo ?? {};
  const verdict = judgeOwnId(
    {
      isOpen,
      closedAt,
      meta,
      hasCompleted: status === WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED,
      workflowType: type?.name ?? '',
    },
    {
      idConflictPolicy: start?.ownId?.idConflictPolicy ?? 'Fail',
      idReusePolicy: start?.ownId?.idReusePolicy ?? 'RejectDuplicate',
      workflowId: planned.task.taskId,
      toolName: tool.name,
      workflowType: tool.start.type,
      metas,
      message: start?.message,
      tools,
      nowMs: Date.now(),
    },
  );
  if (verdict.kind === 'refuse' && verdict.reason !== undefined) {
    const { reason } = verdict;
    const fields = { tool: tool.name, workflowId: planned.task.taskId, isOpen, reason };
    const message = 'A call was refused, since its Workflow ID is in use';
    logSummed(logger, { level: 'warn', kind: tool.name, fields, message });
  }
  return verdict;
}

/** Resolves with `undefined` if another execution has got the ID first: then nothing was sent. */
async function start(
  calls: TemporalCalls,
  { request, planned, companion }: OwnStart,
  mayReplace: boolean,
): Promise<StartedTask | undefined> {
  await companion.start();
  try {
    await startExecution(calls, { request, planned, mayReplace });
    return { ...planned, kind: 'started' };
  } catch (error) {
    if (isAlreadyStarted(error)) return undefined;
    throw error;
  }
}

/** Sends the call's message to the caller's running execution. Resolves with `undefined` if that has just closed. */
async function share(
  calls: TemporalCalls,
  { request, planned }: OwnStart,
  { runId, messageId }: { readonly runId: string; readonly messageId?: string | undefined },
): Promise<StartedTask | undefined> {
  const message = request.start?.message;
  try {
    if (message) {
      const { taskId: workflowId } = planned.task;
      await sendStartMessage(calls, { ...request, message, messageId, workflowId, runId });
    }
    return { ...planned, kind: 'shared' };
  } catch (error) {
    if (hasCode(error, TaskErrorCode.taskNotFound)) return undefined;
    throw error;
  }
}

/**
 * Answers a call that has started the execution. The message of that start may be lost, since its server has died or
 * Temporal has lost the Update. So the call sends it again, with the ID that the memo has: a run takes it once. A later
 * run would carry it out once more.
 */
async function repeat(
  calls: TemporalCalls,
  own: OwnStart,
  { isOpen, runId, firstRunId }: DescribedExecution,
  messageId: string | undefined,
): Promise<StartedTask> {
  if (messageId !== undefined && isOpen && runId === firstRunId) {
    await share(calls, own, { runId, messageId });
  }
  return { ...own.planned, kind: 'found' };
}

/**
 * Starts a task under its tool-chosen Workflow ID, or shares the running one, by the tool's policy. It looks first, and
 * sends a message only to the run whose start it has read. Temporal ensures that no other execution has the ID at the
 * time of the start.
 *
 * @throws {TaskError} `workflowIdInUse` if the policy allows neither.
 */
export async function startUnderOwnId(calls: TemporalCalls, own: OwnStart): Promise<StartedTask> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const present = await findExecution(calls, own.planned.task.taskId);
    const verdict: IdVerdict = present ? await judge(present, own) : { kind: 'start' };
    if (verdict.kind === 'refuse') throw verdict.error;
    if (present && verdict.kind === 'repeat') {
      return repeat(calls, own, present, verdict.messageId);
    }
    const started =
      present && verdict.kind === 'share'
        ? await share(calls, own, present)
        : await start(calls, own, present !== undefined);
    if (started) return started;
  }
  throw new TaskError(
    TaskErrorCode.busy,
    'Nothing was started: too many calls use the ID of this task at once. Try again in a second.',
    { retryAfterMs: RETRY_AFTER_MS },
  );
}
