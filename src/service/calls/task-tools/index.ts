/** The tools for clients without task support to go on with tasks that their calls have started. */
import type { Tool } from '../call/tool.js';

import { createTaskAnswerTool } from './task-answer.js';
import { createTaskCancelTool } from './task-cancel.js';
import { createTaskListTool } from './task-list.js';
import { createTaskResultTool } from './task-result.js';
import { createTaskStatusTool } from './task-status.js';
import type { TaskToolsOptions } from './task-tools-options.js';

export { toNextTools } from './task-tools-options.js';

export function createTaskTools(options: TaskToolsOptions): readonly Tool[] {
  return [
    createTaskResultTool(options),
    createTaskStatusTool(options),
    createTaskAnswerTool(options),
    createTaskCancelTool(options),
    createTaskListTool(options),
  ];
}
