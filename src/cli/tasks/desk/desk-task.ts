import type { TaskProgress } from '../../../core/contract.js';
import type { InputRequests } from '../../../core/question/input-request.js';
import { isTerminal, TaskStatus } from '../../../core/task/task-status.js';
import type { TaskOutcome } from '../../../core/tool/tool-result.js';

/**
 * A task as commands see it, from every source. `--json` prints it, so members may be added, but not changed or
 * removed.
 */
export interface DeskTask {
  readonly taskId: string;
  /** Absent: the source does not name it. */
  readonly tool?: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  readonly progress?: TaskProgress;
  /** Open questions by key. Absent: none, or unknown. */
  readonly questions?: InputRequests;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly lastUpdatedAt: string;
  /** Least time from its creation in which it can be read, in milliseconds. Absent: for ever, or unknown. */
  readonly ttlMs?: number;
  /** The end of the task. Absent: the task is open, or its end is unknown here. */
  readonly outcome?: TaskOutcome;
}

/** The end of a task, in a person's terms. */
export type Ending = 'done' | 'failed' | 'cancelled';

/** The end of a task; `undefined` if it is open. A result with an error is a failure. */
export function endingOf({ status, outcome }: DeskTask): Ending | undefined {
  if (!isTerminal(status)) return undefined;
  if (status === TaskStatus.cancelled) return 'cancelled';
  const isError = outcome?.kind === 'result' && outcome.result.isError === true;
  return status === TaskStatus.failed || isError ? 'failed' : 'done';
}
