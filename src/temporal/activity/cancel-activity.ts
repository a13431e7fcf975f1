import { isTaskError } from '../../core/errors.js';
import { CANCEL_REQUEST_ID } from '../../core/companion/companion.js';
import { isRefusedForState } from '../link/from-temporal-error.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

/** Requests cancellation. Has no effect on an Activity that has closed, or whose cancellation was requested. */
export async function cancelActivity(
  calls: TemporalCalls,
  activityId: string,
  reason: string,
): Promise<void> {
  try {
    await calls.run(async ({ workflowService, options: { namespace, identity } }) =>
      workflowService.requestCancelActivityExecution({
        namespace,
        activityId,
        identity,
        requestId: CANCEL_REQUEST_ID,
        reason,
      }),
    );
  } catch (error) {
    if (!isTaskError(error) || !isRefusedForState(error)) throw error;
  }
}
