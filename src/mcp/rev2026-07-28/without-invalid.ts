import { refuseInvalid } from '../../core/refusals.js';
import type { Task } from '../../core/task.js';
import type { Owner, Tasks } from '../../core/tasks.js';

/**
 * A task without the questions that break MCP's rules: no client may see them, and nobody else could answer. Each is
 * answered in the client's place, so that its Workflow learns what is wrong rather than wait for ever.
 */
export async function withoutInvalid(task: Task, owner: Owner, tasks: Tasks): Promise<Task> {
  const { inputRequests = {}, ...rest } = task;
  const requests = Object.entries(inputRequests);
  const refusals = requests.flatMap(([key, request]) => {
    const refusal = refuseInvalid(request);
    return refusal ? [[key, refusal] as const] : [];
  });
  if (refusals.length === 0) return task;
  const refused = Object.fromEntries(refusals);
  await tasks.answer(task.taskId, owner, refused);
  const others = requests.filter(([key]) => !Object.hasOwn(refused, key));
  return others.length === 0
    ? { ...rest, phase: 'working' }
    : { ...rest, inputRequests: Object.fromEntries(others) };
}
