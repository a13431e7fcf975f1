/** Sends Signals and Updates together with a start, or to the running execution in place of a start. */
import { setTimeout as sleep } from 'node:timers/promises';

import {
  type WorkflowStartOptions,
  type WorkflowUpdateHandle,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
} from '@temporalio/client';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { StartPlan } from '../../core/task/start-definition.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { toFailureText } from '../read/failure-outcome.js';

/**
 * Time in which a failed Update becomes the call's error, in milliseconds. A refusal is already there, but the Temporal
 * Client does not show that.
 */
const FAILURE_WAIT_MS = 500;

interface StartMessage {
  readonly tool: ToolDefinition;
  readonly message: NonNullable<StartPlan['message']>;
}

/** Returns the Workflow's error if it has refused or failed an Update in time. */
async function findRefusal(handle: WorkflowUpdateHandle<unknown>): Promise<Error | undefined> {
  const refusal = handle.result().then(
    () => undefined,
    (error: unknown) => (error instanceof WorkflowUpdateFailedError ? error : undefined),
  );
  return Promise.race([refusal, sleep(FAILURE_WAIT_MS, undefined, { ref: false })]);
}

async function checkAccepted(
  handle: WorkflowUpdateHandle<unknown>,
  { tool, message }: StartMessage,
  note: string,
): Promise<void> {
  const refusal = await findRefusal(handle);
  if (!refusal) return;
  const cause = refusal.cause instanceof Error ? refusal.cause : refusal;
  throw new TaskError(
    TaskErrorCode.invalidArguments,
    `${tool.name} was refused: ${toFailureText(cause)}${note}`,
    { cause: new Error(`Update ${message.name} failed`, { cause: refusal }) },
  );
}

/**
 * Sends Signal-With-Start, or Update-With-Start. The latter waits until a Worker has accepted the Update.
 *
 * @throws {TaskError} `invalidArguments` if the Workflow refuses an Update.
 */
export async function startWithMessage(
  calls: TemporalCalls,
  { options, ...sent }: StartMessage & { readonly options: WorkflowStartOptions },
): Promise<void> {
  const { tool, message } = sent;
  const args = [...message.args];
  if (message.kind === 'signal') {
    await calls.run(async (client) =>
      client.workflow.signalWithStart(tool.workflowType, {
        ...options,
        // The service has no Signal-With-Start that fails if an execution runs already.
        workflowIdConflictPolicy: 'USE_EXISTING',
        signal: message.name,
        signalArgs: args,
      }),
    );
    return;
  }
  const handle = await calls.run(async (client) => {
    const operation = new WithStartWorkflowOperation(tool.workflowType, {
      ...options,
      workflowIdConflictPolicy: 'FAIL',
    });
    // This promise rejects with the call's own error, and no other code handles it.
    operation.workflowHandle().catch(() => undefined);
    return client.workflow.startUpdateWithStart(message.name, {
      args,
      waitForStage: 'ACCEPTED',
      startWorkflowOperation: operation,
    });
  });
  await checkAccepted(handle, sent, ` (task ${options.workflowId} was started all the same)`);
}

/**
 * Sends the same message to one run, without a start.
 *
 * @throws {TaskError} `taskNotFound` if it has closed; `invalidArguments` if the Workflow refuses an Update.
 */
export async function sendStartMessage(
  calls: TemporalCalls,
  {
    workflowId,
    runId,
    ...sent
  }: StartMessage & { readonly workflowId: string; readonly runId: string },
): Promise<void> {
  const { name, kind } = sent.message;
  const args = [...sent.message.args];
  if (kind === 'signal') {
    await calls.run(async (client) =>
      client.workflow.getHandle(workflowId, runId).signal(name, ...args),
    );
    return;
  }
  const handle = await calls.run(async (client) =>
    client.workflow
      .getHandle(workflowId, runId)
      .startUpdate<unknown, [unknown, ...unknown[]]>(name, {
        args: args as [unknown, ...unknown[]],
        waitForStage: 'ACCEPTED',
      }),
  );
  await checkAccepted(handle, sent, '');
}
