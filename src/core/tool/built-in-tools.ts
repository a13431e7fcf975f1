/** Names of the tools that the server brings itself. Handles tell models to call them. `server.taskTools.prefix` goes before each. */
export const BuiltInTool = {
  status: 'task_status',
  result: 'task_result',
  answer: 'task_answer',
  cancel: 'task_cancel',
  list: 'task_list',
  update: 'update_result',
} as const;
