import { isUnimplemented } from '../link/from-temporal-error.js';
import type { RowSource } from '../link/visibility.js';

import { toWorkflowStatus } from './activity-state.js';

/** Standalone Activities, each in the form of a Workflow's row. A service without them has none. */
export const ACTIVITIES: RowSource = {
  async list(calls, request) {
    const { executions, nextPageToken } = await calls
      .run(async ({ workflowService, options: { namespace } }) =>
        workflowService.listActivityExecutions({ namespace, ...request }),
      )
      .catch((error: unknown) => {
        if (!isUnimplemented(error)) throw error;
        return { executions: [], nextPageToken: new Uint8Array() };
      });
    const rows = executions.map((row) => ({
      execution: { workflowId: row.activityId ?? null, runId: row.runId ?? null },
      type: row.activityType ?? null,
      status: toWorkflowStatus(row),
      startTime: row.scheduleTime ?? null,
      closeTime: row.closeTime ?? null,
      searchAttributes: row.searchAttributes ?? null,
    }));
    return { executions: rows, nextPageToken };
  },
  async count(calls, query) {
    try {
      const { count } = await calls.run(async ({ workflowService, options: { namespace } }) =>
        workflowService.countActivityExecutions({ namespace, query }),
      );
      return Number(count);
    } catch (error) {
      if (!isUnimplemented(error)) throw error;
      return 0;
    }
  },
};
