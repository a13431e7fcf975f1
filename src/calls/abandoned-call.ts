import { isTaskError, TaskErrorCode } from '../core/errors.js';
import type { Tasks } from '../core/tasks.js';
import type { ToolDefinition } from '../core/tool-definition.js';

import type { CallContext, CallRequest, Departure } from './tool.js';

/**
 * Whether a call's work is of no more use once its client has left it. Who says so means it. A closed stream is how some
 * revisions withdraw a call, but also what a dying connection looks like: the tool decides, and a client with an
 * idempotency key can come back.
 */
function isUseless(
  tool: ToolDefinition,
  { idempotencyKey }: CallRequest,
  left: Departure,
): boolean {
  switch (left) {
    case 'withdrawn':
      return true;
    case 'streamClosed':
      return (
        (tool.onDisconnect ?? (idempotencyKey === undefined ? 'cancel' : 'continue')) === 'cancel'
      );
    case 'disconnected':
      return tool.onDisconnect === 'cancel';
  }
}

/** Cancels the work of a call that its client has left, if nobody can have any more use for it. */
export async function leaveCall(
  taskId: string,
  { tasks, tool }: { readonly tasks: Tasks; readonly tool: ToolDefinition },
  { request, context }: { readonly request: CallRequest; readonly context: CallContext },
): Promise<void> {
  if (!isUseless(tool, request, context.departure())) return;
  try {
    await tasks.cancel(taskId, context.caller.owner, {
      protocol: context.protocol,
      reason: 'The client withdrew the call',
      outlastsTtl: true,
    });
  } catch (error) {
    if (!(isTaskError(error) && error.code === TaskErrorCode.taskTerminal)) throw error;
  }
}
