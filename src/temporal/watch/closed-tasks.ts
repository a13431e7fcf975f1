import { ANY_TASK_ID_PREFIX } from '../../core/task/task-id.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

const PAGE_SIZE = 1_000;
/** In one search. More than this have not closed in a second, or are found by other means. */
const MAX_PAGES = 5;
/** Period of the first search, in milliseconds. */
const FIRST_MS = 60_000;
/** Visibility may show an earlier end later than a later one, by about this much, in milliseconds. */
const OVERLAP_MS = 5_000;

/** Finds closed tasks of all owners by one visibility call. */
export class ClosedTasks {
  readonly #calls: TemporalCalls;
  /** By Temporal's clock, but for the first time. In milliseconds since the epoch. */
  #sinceMs: number | undefined;

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /** IDs of tasks that have closed since the last search, and of some that it has found. */
  async find(): Promise<readonly string[]> {
    const sinceMs = (this.#sinceMs ??= Date.now() - FIRST_MS);
    // SQL stores give open executions an end in the far future.
    const query = `ExecutionStatus != 'Running' AND CloseTime > '${new Date(sinceMs).toISOString()}' AND WorkflowId STARTS_WITH '${ANY_TASK_ID_PREFIX}'`;
    const found: string[] = [];
    let nextPageToken: Uint8Array | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const token = nextPageToken;
      const response = await this.#calls.run(async (client) =>
        client.workflowService.listWorkflowExecutions({
          namespace: client.options.namespace,
          pageSize: PAGE_SIZE,
          query,
          ...(token && { nextPageToken: token }),
        }),
      );
      for (const { execution, closeTime } of response.executions) {
        if (execution?.workflowId) found.push(execution.workflowId);
        const closedAtMs = Number(closeTime?.seconds ?? 0) * 1_000;
        this.#sinceMs = Math.max(this.#sinceMs, closedAtMs - OVERLAP_MS);
      }
      if (response.nextPageToken.byteLength === 0) break;
      nextPageToken = response.nextPageToken;
    }
    return found;
  }
}
