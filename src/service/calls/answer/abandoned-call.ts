import { isTaskError, TaskErrorCode } from '../../../core/errors.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { asOwner } from '../../../core/task/viewer.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { CallContext } from '../tool.js';

/**
 * Returns true if a call's work is useless once its client has left. A person's cancellation is deliberate. A
 * time-out, a closed stream and a dead connection say nothing of the work: hosts give up early and come back.
 */
function isUseless(
  { onDisconnect, onCallCancelled }: ToolDefinition,
  { isWithdrawn }: CallContext,
): boolean {
  return isWithdrawn() ? onCallCancelled : onDisconnect;
}

/** Cancels the work of a call that its client has left, if no other caller can use it. */
export async function leaveCall(
  taskId: string,
  { tasks, tool }: { readonly tasks: Tasks; readonly tool: ToolDefinition },
  context: CallContext,
): Promise<void> {
  if (!isUseless(tool, context)) return;
  try {
    await tasks.cancel(asOwner(context.caller), taskId, {
      protocol: context.protocol,
      reason: 'The client withdrew the call',
    });
  } catch (error) {
    const isOver =
      isTaskError(error) &&
      (error.code === TaskErrorCode.taskTerminal || error.code === TaskErrorCode.taskExpired);
    if (!isOver) throw error;
  }
}
