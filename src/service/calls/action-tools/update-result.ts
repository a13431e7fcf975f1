import { toErrorResult } from '../../../core/tool/tool-result.js';
import { waitPatiently } from '../answer/patient-wait.js';
import { endedCall, type Tool } from '../call/tool.js';
import { parseWaitMark } from '../call/wait-mark.js';
import {
  AFTER_PROPERTY,
  createTaskTool,
  readTaskId,
  TASK_ID_PROPERTY,
} from '../task-tools/task-tool.js';

import type { ActionToolsOptions } from './action-tool.js';
import { replyToMessage } from './reply-to-message.js';
import { actionOfUpdate } from './update-id.js';

/** Waits for the result of an Update, as long as the host does, and gives the same result as the call would have. */
export function createUpdateResultTool(
  name: string,
  { tasks, actions, budgets, toolPrefix }: ActionToolsOptions,
): Tool {
  return createTaskTool({
    name,
    title: 'Result of an update',
    description:
      'Waits for the result of an update that another tool has sent to a running task. Call it only if that tool has named an update_id. If the update still runs, the answer says whether to call this again, and with which arguments, or to end your turn. It starts nothing.',
    inputSchema: {
      type: 'object',
      required: ['task_id', 'update_id'],
      properties: {
        ...TASK_ID_PROPERTY,
        update_id: { type: 'string', description: 'The ID of the update, as the tool gave it.' },
        ...AFTER_PROPERTY,
      },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    act: async (exchange, input) => {
      const { signal, caller } = exchange;
      const { update_id: updateId } = input;
      const actionName = typeof updateId === 'string' ? actionOfUpdate(updateId) : undefined;
      const action = actionName === undefined ? undefined : actions.get(actionName);
      if (typeof updateId !== 'string' || action?.message.kind !== 'update') {
        return endedCall(
          toErrorResult(
            '"update_id" is not the ID of an update, as a tool of this server gave it.',
          ),
        );
      }
      const taskId = readTaskId(input) ?? '';
      const { workflow, answerWithin } = action;
      const { latest, ...read } = await waitPatiently(
        {
          id: updateId,
          wait: async (withinMs) =>
            tasks.send(exchange, taskId, {
              kind: 'updateResult',
              workflowType: workflow,
              updateId,
              withinMs,
              signal,
            }),
        },
        exchange,
        {
          // Without progress during the wait, a host does not extend its limit.
          progressToken: undefined,
          budgets,
          answerWithinMs: answerWithin,
          mark: parseWaitMark(input['after']),
        },
      );
      const sent = { action, taskId, caller, updateId, collect: name, toolPrefix };
      return replyToMessage(latest, { ...sent, ...read });
    },
  });
}
