import type { Task } from './task.js';
import type { ClosedPage, ClosedQuery } from './tasks.js';

/**
 * The tasks of all owners, for whoever runs the servers: nothing of it is for clients. Those are tasks whose tools are in the
 * manifest, and that were started here: what a tool adopts belongs to nobody until its owner asks.
 *
 * Methods reject with a `TaskError`, as those of `Tasks` do.
 */
export interface AllTasks {
  /**
   * Reads a task, whoever's it is.
   *
   * @throws {TaskError} `taskNotFound` when it is unknown or of no tool of these; `taskExpired` when it is kept no longer.
   */
  get(taskId: string): Promise<Task>;
  /** Those that are open, newest first and 500 of a namespace at most: each of them is read. */
  listOpen(): Promise<readonly Task[]>;
  /** The executions that have closed in a while, as far as lists have them. Some may turn out to be no tasks. */
  listClosed(query: ClosedQuery): Promise<ClosedPage>;
}
