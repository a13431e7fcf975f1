import { isAnsweredElsewhere } from '../../../core/question/question.js';
import { BuiltInTool } from '../../../core/tool/built-in-tools.js';
import { toHandleResult } from '../answer/handle-result.js';
import { isTerminalTask, outcomeOf } from '../answer/outcome.js';
import { followPatiently } from '../answer/patient-wait.js';
import { parseWaitMark } from '../answer/wait-mark.js';
import { mayBeMissed } from '../start/repeats.js';
import type { Tool } from '../tool.js';

import {
  AFTER_PROPERTY,
  createTaskTool,
  readTaskId,
  TASK_ID_PROPERTY,
  toReply,
} from './task-tool.js';
import { mayModelAnswer, type TaskToolsOptions, toNextTools } from './task-tools-options.js';

/** Waits for the end of a task, as long as the host does, and gives the same result as the call would have. */
export function createTaskResultTool(options: TaskToolsOptions): Tool {
  const { tasks, catalog, budgets, prefix, repeats } = options;
  const next = toNextTools(options);
  return createTaskTool({
    name: `${prefix}${BuiltInTool.result}`,
    title: 'Result of a task',
    description:
      'Waits for a task that another tool has started, and gives its result: what that tool would have returned. While the task still runs it says so after a while, and whether to call this again and with which arguments, or to stop and tell the person. It starts nothing.',
    inputSchema: {
      type: 'object',
      required: ['task_id'],
      properties: { ...TASK_ID_PROPERTY, ...AFTER_PROPERTY },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    act: async (exchange, input, { progressToken }) => {
      const { protocol } = exchange;
      const sinceMs = performance.now();
      const known = await tasks.get(exchange, readTaskId(input) ?? '');
      const { latest: task, ...waited } = await followPatiently(tasks, exchange, known, {
        budgets,
        progressToken,
        sinceMs,
        mark: parseWaitMark(input['after']),
        // Questions that people answer elsewhere do not end the wait, since this client cannot act on them.
        isEnough: ({ questions }) => questions.some((one) => !isAnsweredElsewhere(one)),
        refuses: false,
      });
      if (isTerminalTask(task, protocol)) {
        const waitedMs = performance.now() - sinceMs;
        repeats.collected(task.taskId, mayBeMissed(catalog.get(task.toolName), waitedMs));
        return { kind: 'ended', outcome: outcomeOf(task, protocol), taskId: task.taskId };
      }
      const modelMayAnswer = mayModelAnswer(catalog, task.toolName);
      return toReply(toHandleResult(task, { protocol, next, modelMayAnswer, ...waited }));
    },
  });
}
