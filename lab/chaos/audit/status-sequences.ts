import type { Generation } from '../plan/errand.js';

import type { Ending, Evidence, Execution, Status, View } from './evidence.js';
import { groupBy } from './group-by.js';

const AFTER: Readonly<Record<Status, readonly Status[]>> = {
  working: ['working', 'input_required', 'completed', 'failed', 'cancelled'],
  input_required: ['working', 'input_required', 'completed', 'failed', 'cancelled'],
  completed: ['completed'],
  failed: ['failed'],
  cancelled: ['cancelled'],
};

/** Finds statuses that may not follow the status before. */
export function findIllegalSequences({ journal }: Evidence): string[] {
  const sequences = groupBy(journal.views, ({ taskId, generation }) => `${taskId} ${generation}`);
  return [...sequences].flatMap(([task, views]) =>
    views.slice(1).flatMap(({ status }, index) => {
      const before = views[index]?.status ?? status;
      return AFTER[before].includes(status) ? [] : [`${task}: ${status} after ${before}`];
    }),
  );
}

/** Finds acknowledged cancellations of open executions that are missing in the history. */
export function findUndoneCancellations({ journal, executions }: Evidence): string[] {
  const byId = new Map(executions.map((one) => [one.workflowId, one]));
  return journal.cancellations
    .filter(({ taskId, acknowledgedMs }) => {
      const execution = byId.get(taskId);
      const wasOpen = acknowledgedMs < (execution?.closedMs ?? Infinity);
      return execution?.isCancelRequested === false && wasOpen;
    })
    .map(({ taskId }) => `${taskId}: Temporal was never asked to cancel it`);
}

/** Returns the status in which a generation shows an execution of the chaos. */
function toStatus(execution: Execution, generation: Generation): Status {
  if (generation === '2025-11-25' && execution.isCancelRequested) return 'cancelled';
  const failed: Status = generation === '2025-11-25' ? 'failed' : 'completed';
  const statuses: Readonly<Record<Exclude<Ending, 'open'>, Status>> = {
    completed: 'completed',
    failed,
    cancelled: 'cancelled',
    terminated: 'failed',
    timedOut: 'failed',
  };
  return execution.ending === 'open' ? 'working' : statuses[execution.ending];
}

const isTerminal = ({ status }: View): boolean => AFTER[status].length === 1;

/** Finds terminal statuses that differ from the execution's end. */
export function findFalseEndings({ journal, executions }: Evidence): string[] {
  const byId = new Map(executions.map((one) => [one.workflowId, one]));
  return journal.views.filter(isTerminal).flatMap(({ taskId, generation, status }) => {
    const execution = byId.get(taskId);
    const expected = execution && toStatus(execution, generation);
    return expected === undefined || expected === status
      ? []
      : [`${taskId} was ${status} to ${generation}, and is ${expected}`];
  });
}
