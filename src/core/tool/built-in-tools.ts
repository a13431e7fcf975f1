/** Names of the tools that the server brings itself. Handles tell models to call them. `server.taskTools.prefix` goes before each. */
export const BuiltInTool = {
  status: 'task_status',
  result: 'task_result',
  answer: 'task_answer',
  cancel: 'task_cancel',
  list: 'task_list',
  update: 'update_result',
} as const;

/** Names that no other tool may have; without the server's task tools, there are none. */
export function builtInNames(taskTools: string | false | undefined): readonly string[] {
  if (taskTools === false) return [];
  return Object.values(BuiltInTool).map((name) => `${taskTools ?? ''}${name}`);
}
