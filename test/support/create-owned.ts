import type { CreatedTask, CreateTaskRequest, Tasks } from '../../src/core/task/tasks.js';
import { asOwner } from '../../src/core/task/viewer.js';

/** A task to create, and the name of its owner. */
export interface OwnedRequest extends CreateTaskRequest {
  readonly owner: string;
}

export async function createOwned(
  tasks: Tasks,
  { owner, ...request }: OwnedRequest,
): Promise<CreatedTask> {
  return tasks.create(asOwner({ owner }), request);
}
