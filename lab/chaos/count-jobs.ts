import { kindOfTaskId } from '../../src/core/task/own-workflow-id.js';

import type { Execution } from './audit/evidence.js';
import { groupBy } from './audit/group-by.js';
import { ACTIVITY_TOOL } from './plan/errand.js';
import type { LabService } from './world/lab-service.js';

type Counts = Readonly<Record<string, number>>;

/** Ends of the tasks of jobs and Activities by tool, states of jobs at the service, and faults of the service. */
export type JobCounts = Readonly<Record<'tasks' | 'atService' | 'faults', Counts>>;

function count(names: readonly string[]): Counts {
  const groups = [...groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]);
  return Object.fromEntries(groups.toSorted()) as Counts;
}

/** An Activity that needed more than one attempt is counted by itself. */
function toEnd({ workflowId, job, ending, failure, steps }: Execution): string | undefined {
  if (job !== undefined) return `${job} ${failure ?? ending}`;
  if (kindOfTaskId(workflowId) !== 'activity') return undefined;
  const isRepeated = steps.some(({ completedByAttempts: [last = 1] }) => last > 1);
  return `${ACTIVITY_TOOL} ${failure ?? ending}${isRepeated ? ' after retries' : ''}`;
}

export function countJobs(executions: readonly Execution[], service: LabService): JobCounts {
  const ends = executions.flatMap((execution) => toEnd(execution) ?? []);
  return {
    tasks: count(ends),
    atService: count(service.jobs().map(({ state }) => state)),
    faults: Object.fromEntries(service.faults),
  };
}
