/** Names of the server's own tools, without `server.taskTools.prefix`. Handles tell models to call them. */
export const BuiltInTool = {
  status: 'task_status',
  result: 'task_result',
  answer: 'task_answer',
  cancel: 'task_cancel',
  list: 'task_list',
  update: 'update_result',
} as const;

/** Names that other tools must not have. Empty if the server has no task tools. */
export function builtInNames(taskTools: string | false | undefined): readonly string[] {
  if (taskTools === false) return [];
  return Object.values(BuiltInTool).map((name) => `${taskTools ?? ''}${name}`);
}
