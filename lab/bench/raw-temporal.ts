import type { WorkflowHandle } from '@temporalio/client';

import {
  META_MEMO_KEY,
  STATE_MEMO_KEY,
  type TaskMeta,
  type WorkflowState,
} from '../../src/core/contract/contract.js';

import type { BenchEnvironment } from './bench-environment.js';

const DAY_MS = 86_400_000;
const POLL_INTERVAL_MS = 2_000;

export type RawEnvironment = Pick<
  BenchEnvironment,
  'temporal' | 'taskQueue' | 'unpolledTaskQueue' | 'ids' | 'ownerTag'
>;

/** A start by the Temporal Client that equals a start by the named tool. */
export interface RawStart {
  readonly toolName: string;
  readonly workflowType: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** Default: the Worker's Task Queue. */
  readonly taskQueue?: string;
  /** Default: the servers' owner tag, so that the servers accept the execution as their task. */
  readonly ownerTag?: string;
  /** The state that its memo shows, as if its Workflow had published it. Default: none. */
  readonly state?: WorkflowState;
}

/** A Workflow that completes when {@link finish} signals it. */
export const WAIT_FOR_FINISH: RawStart = {
  toolName: 'wait_for_finish',
  workflowType: 'waitForFinish',
};

/** The same on a Task Queue without Workers. */
export function neverPolled({
  unpolledTaskQueue,
}: Pick<BenchEnvironment, 'unpolledTaskQueue'>): RawStart {
  return {
    toolName: 'never_polled',
    workflowType: 'waitForFinish',
    taskQueue: unpolledTaskQueue,
  };
}

/**
 * Starts a Workflow with the options, memo and ID length of a start by the server. So the comparison shows the cost
 * of the server and not of the data.
 */
export async function startRaw(
  environment: RawEnvironment,
  { toolName, workflowType, args = {}, state, ...options }: RawStart,
): Promise<WorkflowHandle> {
  const { taskQueue = environment.taskQueue, ownerTag = environment.ownerTag } = options;
  const meta: TaskMeta = {
    version: 1,
    createdAt: new Date().toISOString(),
    ownerTag,
    toolName,
    ttlMs: DAY_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
    protocolVersion: '2025-11-25',
  };
  return environment.temporal.workflow.start(workflowType, {
    taskQueue,
    workflowId: environment.ids.randomTaskId(ownerTag),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'FAIL',
    staticSummary: `MCP task: ${toolName}`,
    priority: { fairnessKey: ownerTag },
    args: [args],
    memo: { [META_MEMO_KEY]: meta, ...(state && { [STATE_MEMO_KEY]: state }) },
  });
}

/** Completes a `waitForFinish`. */
export async function finish(
  { temporal }: Pick<BenchEnvironment, 'temporal'>,
  workflowId: string,
): Promise<void> {
  await temporal.workflow.getHandle(workflowId).signal('finish', { ok: true });
}

/** Starts a task and ends it. No server has read it. */
export async function startFinished(environment: BenchEnvironment): Promise<string> {
  const handle = await startRaw(environment, WAIT_FOR_FINISH);
  await finish(environment, handle.workflowId);
  await handle.result();
  return handle.workflowId;
}
