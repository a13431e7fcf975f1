import { toCallerRoot } from '../../../core/person/caller-root.js';
import type { Caller } from '../../../core/person/caller.js';
import { toCheckedOutcome } from '../../../core/task/checked-outcome.js';
import type { ActionDefinition } from '../../../core/task/task-action.js';
import type { MessageOutcome, MessageRefusal } from '../../../core/task/task-message.js';
import type { ObjectSchema } from '../../../core/tool/tool-definition.js';
import { toErrorResult, toTextResult } from '../../../core/tool/tool-result.js';
import { quoteName } from '../../../core/value/quote.js';
import { describeNextRead } from '../answer/next-read.js';
import { toCallOutcome } from '../answer/outcome.js';
import { type CallReply, endedCall } from '../call/tool.js';
import { SECOND_MARK, type WaitMark } from '../call/wait-mark.js';

/** The shape of the structured content for an Update that still runs. */
export const UPDATE_HANDLE_SCHEMA: ObjectSchema = {
  type: 'object',
  description: 'It is not done yet, and continues on its own.',
  required: ['taskId', 'updateId', 'status'],
  properties: {
    taskId: { type: 'string' },
    updateId: { type: 'string' },
    status: { type: 'string', enum: ['working'] },
    message: { type: 'string', description: 'What to do now.' },
  },
};

export interface SentMessage {
  readonly action: ActionDefinition;
  readonly taskId: string;
  readonly caller: Caller;
  /** Absent: the message isn't an Update. */
  readonly updateId?: string | undefined;
  /** The tool that gives the result of an Update. Absent: no such tool. */
  readonly collect: string | undefined;
  /** The prefix that a gateway gives the names of tools. */
  readonly toolPrefix: string;
  /** The mark for the next read. Default: the mark of the first read. */
  readonly mark?: WaitMark | undefined;
  /** Maximum time of the next read, in milliseconds. Absent: not known. */
  readonly nextMs?: number | undefined;
  /** The model has read often enough and is told to stop. Default: false. */
  readonly isHandedOver?: boolean | undefined;
}

function describeCollecting({
  action,
  taskId,
  updateId = '',
  collect,
  toolPrefix,
  ...read
}: SentMessage): string {
  if (collect === undefined)
    return `Don't call ${toolPrefix}${action.name} again. The ID of the update is ${quoteName(updateId)}.`;
  const { mark = SECOND_MARK, nextMs, isHandedOver } = read;
  return describeNextRead({
    tool: `${toolPrefix}${collect}`,
    input: { task_id: taskId, update_id: updateId },
    mark,
    nextMs,
    isHandedOver,
    notAgain: `${toolPrefix}${action.name}`,
  });
}

function toHandle(sent: SentMessage): CallReply {
  const { action, taskId, updateId } = sent;
  const message = [
    `The workflow of task ${quoteName(taskId)} has accepted ${action.name} and is still working on it. It hasn't failed and continues on its own.`,
    describeCollecting(sent),
  ].join(' ');
  return endedCall({
    ...toTextResult(message),
    // Twice, because some hosts show a model only text, others only structured content.
    structuredContent: { taskId, updateId, status: 'working', message },
  });
}

function toWorkerMissing(sent: SentMessage): CallReply {
  const { name, timeout } = sent.action;
  const waited = `No worker has answered ${name} within ${timeout} ms.`;
  const advice =
    sent.updateId === undefined
      ? 'The task is not lost: it continues as soon as a worker is available. Try again later.'
      : `A worker may still accept it. ${describeCollecting(sent)}`;
  return endedCall(toErrorResult(`${waited} ${advice}`));
}

function describeRefusal({ why, mend }: MessageRefusal, { action, updateId }: SentMessage): string {
  const effect =
    updateId === undefined
      ? 'so it answers no queries.'
      : `so it takes no updates: ${action.name} had no effect, and will have none.`;
  return `${why}, ${effect} ${mend}`;
}

function toUnreadable(reason: string, { action, updateId }: SentMessage): string {
  if (updateId === undefined) return reason;
  return `The workflow has done ${action.name}, so don't call it again. ${reason}`;
}

export async function replyToMessage(
  outcome: MessageOutcome,
  sent: SentMessage,
): Promise<CallReply> {
  const { action, taskId, caller } = sent;
  switch (outcome.kind) {
    case 'sent':
      return endedCall(
        toTextResult(
          `${action.name} has been sent to task ${quoteName(taskId)}. Temporal does not say whether the workflow handles it: look at the task for what it does next.`,
        ),
      );
    case 'answered': {
      const checked = await toCheckedOutcome(outcome.value, action, {
        toolName: action.name,
        scope: { task: { id: taskId }, caller: toCallerRoot(caller) },
      });
      return { kind: 'ended', outcome: toCallOutcome(checked) };
    }
    case 'unreadable':
      return endedCall(toErrorResult(toUnreadable(outcome.reason, sent)));
    case 'failed':
      return endedCall(toErrorResult(outcome.reason));
    case 'running':
      return toHandle(sent);
    case 'refused':
      return endedCall(toErrorResult(describeRefusal(outcome.refusal, sent)));
    case 'noWorker':
      return toWorkerMissing(sent);
  }
}
