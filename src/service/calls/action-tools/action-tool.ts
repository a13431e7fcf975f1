import {
  type ActionCatalog,
  type ActionDefinition,
  TASK_ID_ARGUMENT,
} from '../../../core/task/task-action.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { allowOthers, requireProperties } from '../../../core/tool/embed-schema.js';
import { parseArguments } from '../../../core/tool/parse-arguments.js';
import type { ToolDescription } from '../../../core/tool/tool-definition.js';
import { type AnswerBudgets, planWaits } from '../answer/answer-budget.js';
import type { Tool } from '../call/tool.js';
import { createTaskTool, readTaskId, TASK_ID_PROPERTY } from '../task-tools/task-tool.js';

import { replyToMessage, UPDATE_HANDLE_SCHEMA } from './reply-to-message.js';
import { toUpdateId } from './update-id.js';

export interface ActionToolsOptions {
  readonly tasks: Tasks;
  readonly actions: ActionCatalog;
  readonly budgets: AnswerBudgets;
  /** Name of the tool that gives the results of Updates. Absent: no such tool. */
  readonly collect: string | undefined;
  /** The prefix that a gateway gives the names of tools, for texts to models. */
  readonly toolPrefix: string;
}

/** Adds the task ID, and the schema of a handle: clients check structured content against the schema, and an Update may get a handle. */
function toShown({ shown, message }: ActionDefinition): ToolDescription {
  const { inputSchema, outputSchema } = shown;
  return {
    ...shown,
    inputSchema: requireProperties(inputSchema, TASK_ID_PROPERTY),
    outputSchema:
      outputSchema && message.kind === 'update'
        ? allowOthers(outputSchema, [UPDATE_HANDLE_SCHEMA])
        : outputSchema,
  };
}

export function createActionTool(
  action: ActionDefinition,
  { tasks, budgets, collect, toolPrefix }: Omit<ActionToolsOptions, 'actions'>,
): Tool {
  const { name, message, workflow, timeout, answerWithin } = action;
  // Without progress during the wait, a host does not extend its limit.
  const request = { progressToken: undefined };
  return createTaskTool({
    name,
    ...toShown(action),
    act: async (exchange, input, { idempotencyKey }) => {
      const { caller, client, signal } = exchange;
      const taskId = readTaskId(input) ?? '';
      const own = Object.fromEntries(
        Object.entries(input).filter(([argument]) => argument !== TASK_ID_ARGUMENT),
      );
      const updateId =
        message.kind === 'update' ? await toUpdateId(name, idempotencyKey) : undefined;
      const outcome = await tasks.send(exchange, taskId, {
        ...message,
        workflowType: workflow,
        arguments: await parseArguments(action, own, caller, taskId),
        limitMs: timeout,
        resultWithinMs: planWaits(answerWithin, request, { clientName: client.name, budgets })
          .firstMs,
        updateId,
        signal,
      });
      return replyToMessage(outcome, { action, taskId, caller, updateId, collect, toolPrefix });
    },
  });
}
