import { isTaskError, TaskError, TaskErrorCode } from '../../../core/errors.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { ToolDescription } from '../../../core/tool/tool-definition.js';
import { toErrorResult } from '../../../core/tool/tool-result.js';
import type { Params } from '../../../core/value/request-params.js';
import { type CallReply, type CallRequest, endedCall, type Tool } from '../call/tool.js';

export interface TaskToolDefinition extends ToolDescription {
  readonly name: string;
  readonly act: (exchange: Exchange, input: Params, request: CallRequest) => Promise<CallReply>;
}

export const TASK_ID_PROPERTY = {
  task_id: {
    type: 'string',
    description: 'The ID of the task, as the call that started it gave it.',
  },
};

/** The property that tells how far a client has waited. It is optional, and no value of it is refused. */
export const AFTER_PROPERTY = {
  after: {
    type: 'string',
    description: 'The `after` value of the previous answer. Optional.',
  },
};

/** Turns an error that a model can correct into a tool result, since models do not see protocol errors. */
function toModelError(error: unknown): CallReply {
  if (!isTaskError(error)) throw error;
  const isForModel =
    error.code === TaskErrorCode.taskNotFound ||
    error.code === TaskErrorCode.taskExpired ||
    error.code === TaskErrorCode.taskTerminal ||
    error.code === TaskErrorCode.full ||
    error.code === TaskErrorCode.invalidInput ||
    error.code === TaskErrorCode.invalidCursor ||
    error.code === TaskErrorCode.invalidArguments;
  if (!isForModel) throw error;
  return endedCall(toErrorResult(error.message));
}

export function readTaskId(input: Params): string | undefined {
  const { task_id: taskId } = input;
  return typeof taskId === 'string' && taskId !== '' ? taskId : undefined;
}

/** A task ID is required if the schema has one. */
export function createTaskTool({ name, act, ...shown }: TaskToolDefinition): Tool {
  const needsTask = Object.hasOwn(shown.inputSchema['properties'] ?? {}, 'task_id');
  return {
    listing: { name, shown, taskSupport: 'forbidden' },
    asksBeforeStart: false,
    call: async (exchange, request) => {
      if (request.stance === 'asksFor') {
        const message = `Tool ${name} cannot run as a task: call it without "task".`;
        throw new TaskError(TaskErrorCode.taskForbidden, message);
      }
      if (needsTask && readTaskId(request.input) === undefined) {
        return endedCall(
          toErrorResult('"task_id" is missing: give the ID of the task as a string.'),
        );
      }
      try {
        return await act(exchange, request.input, request);
      } catch (error) {
        return toModelError(error);
      }
    },
  };
}
