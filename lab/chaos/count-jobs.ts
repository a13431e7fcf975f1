import type { Execution } from './audit/evidence.js';
import { groupBy } from './audit/group-by.js';
import type { LabService } from './world/lab-service.js';

type Counts = Readonly<Record<string, number>>;

/** Ends of tasks by tool, states of jobs at the service, and faults of the service. */
export type JobCounts = Readonly<Record<'tasks' | 'atService' | 'faults', Counts>>;

function count(names: readonly string[]): Counts {
  const groups = [...groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]);
  return Object.fromEntries(groups.toSorted()) as Counts;
}

export function countJobs(executions: readonly Execution[], service: LabService): JobCounts {
  const ends = executions.flatMap(({ job, ending, failure }) =>
    job === undefined ? [] : [`${job} ${failure ?? ending}`],
  );
  return {
    tasks: count(ends),
    atService: count(service.jobs().map(({ state }) => state)),
    faults: Object.fromEntries(service.faults),
  };
}
