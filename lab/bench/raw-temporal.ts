import type { WorkflowHandle } from '@temporalio/client';

import { META_MEMO_KEY, type TaskMeta } from '../../src/core/contract.js';

import type { BenchEnvironment } from './bench-environment.js';

const DAY_MS = 86_400_000;
const POLL_INTERVAL_MS = 2_000;

/** What a start takes of the environment. */
export type RawEnvironment = Pick<
  BenchEnvironment,
  'temporal' | 'taskQueue' | 'unpolledTaskQueue' | 'ids' | 'ownerTag'
>;

/** What is started, by the tool of the benches that starts the same. */
export interface RawStart {
  readonly toolName: string;
  readonly workflowType: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** Default: that of the worker. */
  readonly taskQueue?: string;
  /** Default: that of the servers, which take it for a task of their own. */
  readonly ownerTag?: string;
}

/** What ends when it is told to. */
export const WAIT_FOR_FINISH: RawStart = {
  toolName: 'wait_for_finish',
  workflowType: 'waitForFinish',
};

/** The same on a Task Queue that nobody polls. */
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
 * Starts a Workflow as somebody would who needs what a task needs: the same options, memo and length of ID as the
 * server's own starts have, so that what is compared is the way and not the freight.
 */
export async function startRaw(
  environment: RawEnvironment,
  { toolName, workflowType, args = {}, ...options }: RawStart,
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
    memo: { [META_MEMO_KEY]: meta },
  });
}

/** Completes a `waitForFinish`. */
export async function finish(
  { temporal }: Pick<BenchEnvironment, 'temporal'>,
  workflowId: string,
): Promise<void> {
  await temporal.workflow.getHandle(workflowId).signal('finish', { ok: true });
}

/** A task that has ended, and that nobody has read since. */
export async function startFinished(environment: BenchEnvironment): Promise<string> {
  const handle = await startRaw(environment, WAIT_FOR_FINISH);
  await finish(environment, handle.workflowId);
  await handle.result();
  return handle.workflowId;
}
