import { answerBudgetMs } from '../answer-budget.js';
import { followTask } from '../follow-task.js';
import { toHandleResult } from '../handle-result.js';
import { isTerminalTask, outcomeOf } from '../outcome.js';
import type { Tool } from '../tool.js';

import { createTaskTool, readTaskId, TASK_ID_PROPERTY, toReply } from './task-tool.js';
import { mayModelAnswer, type TaskToolsOptions, toNextTools } from './task-tools-options.js';

/** Waits for the end of a task, as long as the host does, and gives its result: the very one that the call would have had. */
export function createTaskResultTool(options: TaskToolsOptions): Tool {
  const { tasks, catalog, budgets, prefix, repeats } = options;
  const next = toNextTools(options);
  return createTaskTool({
    name: `${prefix}task_result`,
    title: 'Result of a task',
    description:
      'Waits for a task that another tool has started, and gives its result: what that tool would have returned. While the task still runs it says so after a while; then call this again, with the same ID. It starts nothing, and can be called as often as needed.',
    inputSchema: { type: 'object', required: ['task_id'], properties: { ...TASK_ID_PROPERTY } },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    act: async (input, context, request) => {
      const { caller, protocol } = context;
      const created = await tasks.get(readTaskId(input) ?? '', caller.owner);
      const budgetMs = answerBudgetMs({}, request, { clientName: caller.clientName, budgets });
      const task = isTerminalTask(created, protocol)
        ? created
        : await followTask(
            { tasks, task: created, request, context },
            {
              budgetMs,
              // What is answered elsewhere is waited for: this client has nothing to do about it.
              isEnough: ({ inputRequests = {} }) =>
                Object.values(inputRequests).some((request) => !request.elsewhere),
              refuses: false,
            },
          );
      if (isTerminalTask(task, protocol)) {
        repeats.collected(task.taskId);
        return { kind: 'ended', outcome: outcomeOf(task, protocol), taskId: task.taskId };
      }
      const modelMayAnswer = mayModelAnswer(catalog, task.toolName);
      return toReply(toHandleResult(task, { protocol, next, modelMayAnswer }));
    },
  });
}
