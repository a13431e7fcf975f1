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

/**
 * A tool's description for hosts without tasks, with a sentence about handles. Some hosts (Gemini CLI) tell their model
 * to distrust what results say.
 *
 * @param resultTool The name of `task_result`, with its prefixes.
 */
export function describeHandles(description: string | undefined, resultTool: string): string {
  const sentence = `If the answer names a task instead of a result, get the result with ${resultTool}, as the answer says.`;
  return description === undefined ? sentence : `${description} ${sentence}`;
}
