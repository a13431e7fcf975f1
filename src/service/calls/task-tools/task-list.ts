import { BuiltInTool } from '../../../core/tool/built-in-tools.js';
import { toTextResult } from '../../../core/tool/tool-result.js';
import { quoteName } from '../../../core/value/quote.js';
import { toTaskFacts } from '../answer/describe-task.js';
import { endedCall, type Tool } from '../call/tool.js';

import { createTaskTool } from './task-tool.js';
import { mayModelAnswer, type TaskToolsOptions } from './task-tools-options.js';

export function createTaskListTool({ tasks, catalog, prefix }: TaskToolsOptions): Tool {
  return createTaskTool({
    name: `${prefix}${BuiltInTool.list}`,
    title: 'List tasks',
    description:
      'Lists the tasks that your calls have started, running ones first, with their IDs and statuses. Use it to find a task whose ID you no longer have, also from an earlier conversation.',
    inputSchema: {
      type: 'object',
      properties: {
        cursor: {
          type: 'string',
          description: 'The "nextCursor" of the page before. Without it, the first page.',
        },
      },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    act: async (exchange, input) => {
      const { protocol } = exchange;
      const { cursor } = input;
      const page = await tasks.list(exchange, typeof cursor === 'string' ? { cursor } : {});
      const facts = page.tasks.map((task) => {
        const modelMayAnswer = mayModelAnswer(catalog, task.toolName);
        return toTaskFacts(task, protocol, { modelMayAnswer });
      });
      const lines = facts.map(
        ({ taskId, tool, status, createdAt }) =>
          `${quoteName(taskId)}: ${quoteName(tool)}, ${status}, since ${createdAt}`,
      );
      const { nextCursor } = page;
      const more = nextCursor === undefined ? [] : [`There are more: cursor "${nextCursor}".`];
      return endedCall({
        ...toTextResult(
          [...(lines.length > 0 ? lines : ['There are no tasks.']), ...more].join('\n'),
        ),
        structuredContent: { tasks: facts, nextCursor },
      });
    },
  });
}
