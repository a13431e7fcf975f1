/** Sends the message of a start: an Update together with it, and Signals and Updates to one run. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  type WorkflowStartOptions,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
} from '@temporalio/client';

import { hasCode, TaskError, TaskErrorCode } from '../../core/errors.js';
import type { MessageRefusal } from '../../core/task/task-message.js';
import type { StartPlan } from '../../core/tool/start-plan.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { quote } from '../../core/value/quote.js';
import { findExecution } from '../describe/find-execution.js';
import { toFailureText } from '../link/failure-text.js';
import { isUnreadableAnswer } from '../link/from-temporal-error.js';
import { asRefused } from '../link/refusal.js';
import { signalWorkflow } from '../link/signal-workflow.js';
import { Argument } from '../link/start-client.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import {
  acceptUpdate,
  awaitUpdate,
  toUpdateOutcome,
  type UpdateOutcome,
} from '../link/update-workflow.js';

/**
 * Time in which a failed Update becomes the call's error, in milliseconds. A refusal is already there, but the Temporal
 * Client does not show that.
 */
const FAILURE_WAIT_MS = 500;
/** Maximum number of runs of one chain that a first Signal follows. */
const MAX_RUNS = 5;

interface StartMessage {
  readonly tool: ToolDefinition;
  readonly message: NonNullable<StartPlan['message']>;
  /** A run carries out the messages of one key once. */
  readonly idempotencyKey?: string | undefined;
  /** Of messages with one ID, a run takes the first. Default: the ID of the key. */
  readonly messageId?: string | undefined;
}

/** The same key gives the same ID, with every secret of the server. Without a key, each message has a new one. */
export function toMessageId({
  tool,
  idempotencyKey,
}: Pick<StartMessage, 'tool' | 'idempotencyKey'>): string {
  if (idempotencyKey === undefined) return randomUUID();
  const key = createHash('sha256').update(idempotencyKey).digest('hex');
  return `mcp-start.${tool.name}.${key}`;
}

/**
 * Throws the Workflow's refusal of an Update, if it comes in time.
 *
 * @throws {TaskError} `invalidArguments` with the Workflow's reason.
 */
async function checkAccepted(
  outcome: Promise<UpdateOutcome>,
  { tool, message }: StartMessage,
  note = '',
): Promise<void> {
  // The Update was accepted. Another reader finds out if its end cannot be read now.
  const ended = outcome.catch(() => undefined);
  const refusal = await Promise.race([ended, sleep(FAILURE_WAIT_MS, undefined, { ref: false })]);
  if (refusal?.kind !== 'failed') return;
  throw new TaskError(
    TaskErrorCode.invalidArguments,
    `${tool.name} was refused: ${quote(refusal.reason)}${note}`,
    { cause: new Error(`Update ${message.name} failed`) },
  );
}

/**
 * Sends Update-With-Start, which starts nothing and sends nothing if an execution has the ID. It waits until a Worker
 * has accepted the Update.
 *
 * @throws {TaskError} `invalidArguments` if the Workflow refuses the Update.
 */
export async function startWithUpdate(
  calls: TemporalCalls,
  { options, ...sent }: StartMessage & { readonly options: WorkflowStartOptions },
): Promise<void> {
  const { tool, message } = sent;
  const args = message.args.map((value) => new Argument(value));
  const { workflowId } = options;
  const { messageId: updateId = toMessageId(sent) } = sent;
  const poll = async (): Promise<UpdateOutcome> =>
    awaitUpdate(calls, { workflowId, updateId }, { withinMs: FAILURE_WAIT_MS });
  let ending: Promise<UpdateOutcome>;
  try {
    const handle = await calls.run(async () => {
      const operation = new WithStartWorkflowOperation(tool.start.type, {
        ...options,
        workflowIdConflictPolicy: 'FAIL',
      });
      // This promise rejects with the call's own error, and no other code handles it.
      operation.workflowHandle().catch(() => undefined);
      return calls.starts.startUpdateWithStart(message.name, {
        args,
        updateId,
        waitForStage: 'ACCEPTED',
        startWorkflowOperation: operation,
      });
    });
    ending = handle.result().then(
      (value): UpdateOutcome => ({ kind: 'answered', value }),
      async (error: unknown) =>
        error instanceof WorkflowUpdateFailedError
          ? { kind: 'failed', reason: toFailureText(error.cause ?? error) }
          : poll(),
    );
  } catch (error) {
    // The Workflow has answered already, with a payload that the Client cannot get.
    if (!isUnreadableAnswer(error)) throw error;
    ending = poll();
  }
  await checkAccepted(ending, sent, ` (task ${workflowId} was started anyway)`);
}

function notSent({ why, mend }: MessageRefusal, workflowId: string): TaskError {
  const message = `Nothing was sent to task ${workflowId}. ${why}. ${mend}`;
  return new TaskError(TaskErrorCode.workflowIdInUse, message);
}

/**
 * Sends the message to one run, without a start.
 *
 * @throws {TaskError} `taskNotFound` if it has closed; `invalidArguments` if the Workflow refuses an Update;
 * `workflowIdInUse` if Temporal refuses it, since the Workflow is paused, for example.
 */
export async function sendStartMessage(
  calls: TemporalCalls,
  {
    workflowId,
    runId,
    ...sent
  }: StartMessage & { readonly workflowId: string; readonly runId: string },
): Promise<void> {
  const { name, kind, args } = sent.message;
  if (kind === 'signal') {
    const { messageId: requestId = toMessageId(sent) } = sent;
    await signalWorkflow(calls, { workflowId, runId, name, arguments: args, requestId });
    return;
  }
  const { messageId: updateId = toMessageId(sent) } = sent;
  const target = { workflowId, runId, updateId };
  const sending = acceptUpdate(calls, { ...target, name, arguments: args });
  const outcome = await sending.catch((error: unknown) => {
    throw notSent(asRefused(error, workflowId).refusal, workflowId);
  });
  await checkAccepted(
    outcome
      ? toUpdateOutcome(calls, workflowId, outcome)
      : awaitUpdate(calls, target, { withinMs: FAILURE_WAIT_MS }),
    sent,
  );
}

/**
 * Sends the Signal of a start to the run that has just been started, or to the run that has followed it.
 *
 * @throws {TaskError} `taskTerminal` if the Workflow has ended without it.
 */
export async function sendFirstSignal(
  calls: TemporalCalls,
  {
    firstRunId,
    ...sent
  }: StartMessage & { readonly workflowId: string; readonly firstRunId: string },
): Promise<void> {
  let runId = firstRunId;
  for (let tries = 0; tries < MAX_RUNS; tries += 1) {
    try {
      await sendStartMessage(calls, { ...sent, runId });
      return;
    } catch (error) {
      if (!hasCode(error, TaskErrorCode.taskNotFound)) throw error;
    }
    const present = await findExecution(calls, sent.workflowId);
    if (present?.firstRunId !== firstRunId || !present.isOpen) break;
    ({ runId } = present);
  }
  throw new TaskError(
    TaskErrorCode.taskTerminal,
    `Task ${sent.workflowId} was started, and has ended before it got the message of this call.`,
  );
}
