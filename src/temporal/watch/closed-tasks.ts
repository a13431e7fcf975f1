import { ANY_TASK_ID_PREFIX } from '../../core/contract/task-meta.js';
import { IS_CLOSED } from '../link/open-executions.js';
import { EVERYBODY, type Visibility } from '../link/visibility.js';

const PAGE_SIZE = 1_000;
/** Maximum number of pages per search. Looks find the tasks that a search leaves out. */
const MAX_PAGES = 5;
/** Period of the first search, in milliseconds. */
const FIRST_MS = 60_000;
/** Maximum time by which visibility shows closed executions in the wrong order, in milliseconds. */
const OVERLAP_MS = 5_000;

/** Finds closed tasks of all owners by one visibility call. */
export class ClosedTasks {
  readonly #visibility: Visibility;
  /**
   * Start of the next search's period, in milliseconds since the epoch: by Temporal's clock, and at first by this
   * server's.
   */
  #sinceMs: number | undefined;

  constructor(visibility: Visibility) {
    this.#visibility = visibility;
  }

  /** Returns the IDs of tasks that have closed since the last search. Some IDs may come again. */
  async find(): Promise<readonly string[]> {
    const sinceMs = (this.#sinceMs ??= Date.now() - FIRST_MS);
    const query = `${IS_CLOSED} AND CloseTime > '${new Date(sinceMs).toISOString()}' AND WorkflowId STARTS_WITH '${ANY_TASK_ID_PREFIX}'`;
    const taskIds: string[] = [];
    let read = 0;
    for await (const page of this.#visibility.pages(EVERYBODY, { query, pageSize: PAGE_SIZE })) {
      for (const { execution, closeTime } of page.executions) {
        if (execution?.workflowId) taskIds.push(execution.workflowId);
        const closedAtMs = Number(closeTime?.seconds ?? 0) * 1_000;
        this.#sinceMs = Math.max(this.#sinceMs, closedAtMs - OVERLAP_MS);
      }
      read += 1;
      if (read === MAX_PAGES) break;
    }
    return taskIds;
  }
}
