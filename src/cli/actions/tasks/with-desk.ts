import { type DeskFlags, openDesk } from '../../tasks/desk/open-desk.js';
import type { TaskDesk } from '../../tasks/desk/task-desk.js';

/** Opens the access to tasks, calls `act` with it, and closes it. */
export async function withDesk<Result>(
  flags: DeskFlags,
  act: (desk: TaskDesk) => Promise<Result>,
): Promise<Result> {
  const desk = await openDesk(flags);
  try {
    return await act(desk);
  } finally {
    await desk.close();
  }
}
