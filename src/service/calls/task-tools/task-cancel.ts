import { hasCode, TaskErrorCode } from '../../../core/errors.js';
import { BuiltInTool } from '../../../core/tool/built-in-tools.js';
import { toTextResult } from '../../../core/tool/tool-result.js';
import { quote, quoteName } from '../../../core/value/quote.js';
import { endedCall, type Tool } from '../call/tool.js';

import { createTaskTool, readTaskId, TASK_ID_PROPERTY } from './task-tool.js';
import type { TaskToolsOptions } from './task-tools-options.js';

export function createTaskCancelTool({ tasks, prefix, toolPrefix }: TaskToolsOptions): Tool {
  return createTaskTool({
    name: `${prefix}${BuiltInTool.cancel}`,
    title: 'Cancel a task',
    description:
      'Asks a task that another tool has started to stop. Call it only if the user wants that, and not because a task takes long: it continues on its own. The task may undo finished work, and may take some time to end.',
    inputSchema: {
      type: 'object',
      required: ['task_id'],
      properties: {
        ...TASK_ID_PROPERTY,
        reason: { type: 'string', description: 'Why, in words for people.', maxLength: 500 },
      },
    },
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    act: async (exchange, input) => {
      const { protocol } = exchange;
      const taskId = readTaskId(input) ?? '';
      const { reason } = input;
      try {
        await tasks.cancel(exchange, taskId, {
          protocol,
          reason: typeof reason === 'string' && reason !== '' ? reason : undefined,
        });
      } catch (error) {
        if (!hasCode(error, TaskErrorCode.taskTerminal)) throw error;
        const { statusMessage } = await tasks.get(exchange, taskId);
        const how = statusMessage === undefined ? '' : ` Status: ${quote(statusMessage)}.`;
        return endedCall(
          toTextResult(`Task ${quoteName(taskId)} has already ended, or is being cancelled.${how}`),
        );
      }
      return endedCall(
        toTextResult(
          `Task ${quoteName(taskId)} has been asked to stop. ${toolPrefix}${prefix}${BuiltInTool.status} shows when it has stopped.`,
        ),
      );
    },
  });
}
