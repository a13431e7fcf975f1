import { mayAnswer } from '../../../core/question/approvers.js';
import { isAnsweredElsewhere } from '../../../core/question/question.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Task } from '../../../core/task/task.js';
import { BuiltInTool } from '../../../core/tool/built-in-tools.js';
import { toHandleResult } from '../answer/handle-result.js';
import { isAskingOnStream } from '../answer/open-questions.js';
import { isTerminalTask, outcomeOf, toCallOutcome } from '../answer/outcome.js';
import { followPatiently } from '../answer/patient-wait.js';
import { mayBeMissed } from '../call/repeats.js';
import { endedCall, type Tool } from '../call/tool.js';
import { parseWaitMark } from '../call/wait-mark.js';

import { AFTER_PROPERTY, createTaskTool, readTaskId, TASK_ID_PROPERTY } from './task-tool.js';
import { mayModelAnswer, type TaskToolsOptions, toNextTools } from './task-tools-options.js';

/** Returns true if a task asks something that people can answer neither on this client's screen nor elsewhere. */
function waitsUnseen(exchange: Exchange, task: Task): boolean {
  return (
    task.questions.some((question) => !isAnsweredElsewhere(question)) &&
    !isAskingOnStream(exchange, task)
  );
}

/** Waits for the end of a task, as long as the host does, and gives the same result as the call would have. */
export function createTaskResultTool(options: TaskToolsOptions): Tool {
  const { tasks, catalog, budgets, prefix, repeats } = options;
  const next = toNextTools(options);
  return createTaskTool({
    name: `${prefix}${BuiltInTool.result}`,
    title: 'Result of a task',
    description:
      'Waits for the result of a task that another tool has started, and returns what that tool would have returned. If the task still runs, the answer says whether to call this again, and with which arguments, or to end your turn. It starts nothing.',
    inputSchema: {
      type: 'object',
      required: ['task_id'],
      properties: { ...TASK_ID_PROPERTY, ...AFTER_PROPERTY },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    act: async (exchange, input, { progressToken }) => {
      const { protocol } = exchange;
      const sinceMs = performance.now();
      const task = await tasks.get(exchange, readTaskId(input) ?? '');
      const { latest, ...read } = await followPatiently(tasks, exchange, task, {
        budgets,
        progressToken,
        sinceMs,
        mark: parseWaitMark(input['after']),
        // A question ends the wait if only the model can answer it: no person sees it, here or elsewhere.
        isEnough: (reading) =>
          mayModelAnswer(catalog, reading.toolName)
            ? reading.questions.some((question) => mayAnswer(question, 'owner'))
            : waitsUnseen(exchange, reading),
        refuses: false,
      });
      const { taskId, toolName } = latest;
      if (isTerminalTask(latest, protocol)) {
        const waitedMs = performance.now() - sinceMs;
        repeats.collected(taskId, mayBeMissed(catalog.get(toolName), waitedMs));
        return { kind: 'ended', outcome: toCallOutcome(outcomeOf(latest, protocol)), taskId };
      }
      const { givenUp } = exchange;
      const modelMayAnswer = mayModelAnswer(catalog, toolName);
      const isAsking = isAskingOnStream(exchange, latest);
      return endedCall(
        toHandleResult(latest, { protocol, next, modelMayAnswer, isAsking, givenUp, ...read }),
      );
    },
  });
}
