import { CancellationScope, workflowInfo } from '@temporalio/workflow';

import type { RunJobInput } from '../contract/job-contract.js';

import { FollowedJob } from './followed-job.js';
import { failAt, show, toReturned } from './job-run.js';
import { startJobOnce } from './start-job-once.js';

/**
 * Runs a job of a service behind an HTTP API: starts it once, follows it to its end, and cancels it when the task is
 * cancelled or the limit is over. The Activities call the service.
 *
 * Open executions outlive releases: guard any change to its behavior with `patched`.
 */
export async function runJob({
  tool,
  spec,
  input,
  caller,
  taskQueue,
}: RunJobInput): Promise<unknown> {
  const { workflowId: taskId, firstExecutionRunId, attempt } = workflowInfo();
  const key = `${taskId} ${firstExecutionRunId} ${attempt}`;
  const call = { tool, spec, input, taskId, key, caller };
  const run = { call, taskQueue, deadlineMs: Date.now() + spec.timeout };
  const started = await startJobOnce(run);
  if (started.kind === 'finished') {
    const { result } = started;
    const isLate = CancellationScope.current().consideredCancelled;
    const late = isLate ? 'The cancellation came too late: the job has succeeded.' : undefined;
    if ('unread' in result) {
      const { kind, message } = result.unread;
      throw failAt({ kind: 'succeeded', ids: {}, late }, kind, message);
    }
    if (late !== undefined) show(late);
    return toReturned(result);
  }
  return new FollowedJob(run, started).end();
}
