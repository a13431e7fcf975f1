import type { Evidence } from './evidence.js';

/** Finds task IDs without an execution, or with the execution of another call. */
export function findLostTasks({ journal, executions }: Evidence): string[] {
  const tokens = new Map(executions.map(({ workflowId, token }) => [workflowId, token]));
  return journal.creates.flatMap(({ taskId, token }) => {
    if (taskId === undefined) return [];
    const found = tokens.get(taskId);
    if (found === undefined) return [`${token}: there is no execution ${taskId}`];
    return found === token ? [] : [`${token}: ${taskId} is the execution of ${found}`];
  });
}
