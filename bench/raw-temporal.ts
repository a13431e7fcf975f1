import { randomBytes } from 'node:crypto';

import type { Client, WorkflowHandle } from '@temporalio/client';

import { META_MEMO_KEY, type TaskMeta } from '../src/core/contract.js';
import { TaskIdFactory } from '../src/temporal/task-id-factory.js';

const SECRET_BYTES = 32;
const DAY_MS = 86_400_000;
const POLL_INTERVAL_MS = 2_000;

const ids = new TaskIdFactory(randomBytes(SECRET_BYTES));
const ownerTag = ids.ownerTag('bench');

/**
 * Starts `waitForFinish` as somebody would who needs what a task needs: the same options, memo and length of ID
 * as the server's own starts have, so that what is compared is the way and not the freight.
 */
export async function startRaw(client: Client, taskQueue: string): Promise<WorkflowHandle> {
  const meta: TaskMeta = {
    version: 1,
    createdAt: new Date().toISOString(),
    ownerTag,
    toolName: 'wait_for_finish',
    ttlMs: DAY_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
    protocolVersion: '2025-11-25',
  };
  return client.workflow.start('waitForFinish', {
    taskQueue,
    workflowId: ids.randomTaskId(ownerTag),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'FAIL',
    staticSummary: 'MCP task: wait_for_finish',
    priority: { fairnessKey: ownerTag },
    args: [{}],
    memo: { [META_MEMO_KEY]: meta },
  });
}
