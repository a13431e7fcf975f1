import { isTaskError } from '../../core/errors.js';
import { ArgumentsShape } from '../../core/survey/arguments-shape.js';
import type { WorkflowRecord } from '../../core/survey/workflow-record.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { describeExecution } from '../read/describe-execution.js';

import type { FoundExecution } from './find-executions.js';
import { addPayloads } from './payload-values.js';
import { MAX_ARGUMENTS, MAX_DESCRIBED } from './survey-calls.js';

/** Reads the shape of the last heartbeats of running Activities. Temporal keeps no heartbeats of ended ones. */
export async function readHeartbeats(
  calls: TemporalCalls,
  executions: readonly FoundExecution[],
  record: WorkflowRecord,
): Promise<void> {
  const open = executions.filter(({ isOpen }) => isOpen).slice(0, MAX_DESCRIBED);
  for (const { workflowId, runId } of open) {
    try {
      const { raw } = await describeExecution(calls, workflowId, runId);
      for (const { activityType, heartbeatDetails } of raw.pendingActivities ?? []) {
        const hasDetails = (heartbeatDetails?.payloads ?? []).length > 0;
        const shape = hasDetails ? record.heartbeat(activityType?.name ?? '') : undefined;
        if (!shape) continue;
        const scratch = new ArgumentsShape();
        const seen = { workflowId, payloads: heartbeatDetails?.payloads ?? [] };
        const details = (await addPayloads(scratch, calls.payloads, seen)) ?? [];
        const [first] = details;
        // For `progress` in a manifest, several details are the same as one list of them.
        const isList = details.length === 1 && Array.isArray(first);
        shape.add(isList ? first.slice(0, MAX_ARGUMENTS) : details);
      }
    } catch (error) {
      // Temporal may have deleted the execution meanwhile.
      if (!isTaskError(error)) throw error;
    }
  }
}
