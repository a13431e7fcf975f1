import type { Evidence, Execution, ServiceJob } from './evidence.js';
import { groupBy } from './group-by.js';

const toTokens = (jobs: readonly ServiceJob[]): ReadonlyMap<string, readonly ServiceJob[]> =>
  groupBy(jobs, ({ token }) => token);

/** Finds tokens of which the service has started more than one job. */
export function findDoubledJobs({ jobs }: Evidence): string[] {
  return [...toTokens(jobs)]
    .filter(([, same]) => same.length > 1)
    .map(([token, same]) => `The service has started ${same.length} jobs of ${token}`);
}

/** Says if an execution has ended as its job has. */
function isTrue({ ending, failure, job: tool }: Execution, job: ServiceJob | undefined): boolean {
  // Nobody can find out about the start of `job_blind`. The others must find a job that there is.
  if (failure === 'JobStartUnknown') return tool === 'job_blind' || (tool === 'job_once' && !job);
  if (ending === 'completed') return job?.state === 'ok';
  if (ending === 'failed') return job?.state === 'broken' && failure === 'JobFailed';
  return ending === 'cancelled' || ending === 'open';
}

/** Finds executions that have ended otherwise than their job. */
export function findLostJobs({ executions, jobs }: Evidence): string[] {
  const byToken = toTokens(jobs);
  return executions.flatMap((execution) => {
    const { token, ending, failure = 'no failure', job: tool } = execution;
    const [job] = byToken.get(token) ?? [];
    if (tool === undefined || isTrue(execution, job)) return [];
    return [
      `${token} of ${tool} is ${ending} (${failure}), and its job ${job?.state ?? 'is none'}`,
    ];
  });
}

/** Finds jobs that are not cancelled, though their executions are. */
export function findUncancelledJobs({ executions, jobs }: Evidence): string[] {
  const byToken = toTokens(jobs);
  return executions
    .filter(({ job, ending }) => job !== undefined && ending === 'cancelled')
    .flatMap(({ token }) =>
      (byToken.get(token) ?? [])
        .filter(({ state }) => !state.startsWith('stop'))
        .map(({ state }) => `${token} is cancelled, and its job is ${state}`),
    );
}
