import { BuiltInTool } from '../../../core/tool/built-in-tools.js';
import { type ToolResult, toTextResult } from '../../../core/tool/tool-result.js';
import { quoteName } from '../../../core/value/quote.js';
import {
  describeApprovals,
  describeProgress,
  listQuestions,
  toTaskFacts,
} from '../answer/describe-task.js';
import { endedCall, type Tool } from '../call/tool.js';

import { createTaskTool, readTaskId, TASK_ID_PROPERTY } from './task-tool.js';
import { mayModelAnswer, type TaskToolsOptions, toNextTools } from './task-tools-options.js';

export function createTaskStatusTool(options: TaskToolsOptions): Tool {
  const { tasks, catalog, prefix } = options;
  const next = toNextTools(options);
  return createTaskTool({
    name: `${prefix}${BuiltInTool.status}`,
    title: 'Status of a task',
    description: `Returns at once the status of a task that another tool has started, with its open questions. It changes nothing. To wait for the result, use ${next.result} instead of calling this repeatedly.`,
    inputSchema: { type: 'object', required: ['task_id'], properties: { ...TASK_ID_PROPERTY } },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    act: async (exchange, input) => {
      const { protocol } = exchange;
      const task = await tasks.get(exchange, readTaskId(input) ?? '');
      const modelMayAnswer = mayModelAnswer(catalog, task.toolName);
      const facts = toTaskFacts(task, protocol, { modelMayAnswer });
      const questions = listQuestions(task, { modelMayAnswer });
      const who = modelMayAnswer
        ? `Answer with ${next.answer}.`
        : 'A person has to answer, in a client that shows questions.';
      const sentences = [
        `Task ${quoteName(task.taskId)} (${quoteName(task.toolName)}) is ${facts.status}.`,
        describeProgress(task),
        questions === '' ? '' : `It asks: ${questions}. ${who}`,
        describeApprovals(task, { modelMayAnswer }),
        task.outcome ? `Get the result with ${next.result}.` : '',
      ];
      const result: ToolResult = toTextResult(sentences.filter(Boolean).join(' '));
      return endedCall({ ...result, structuredContent: { ...facts } });
    },
  });
}
