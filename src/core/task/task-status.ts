/** The five statuses for clients. All generations have them, with different meanings (`Protocol`). */
export const TaskStatus = {
  working: 'working',
  inputRequired: 'input_required',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;
export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus];

/**
 * The state of the execution behind a task, before a generation maps it to a status.
 *
 * - `working`: running, paused, or between the runs of a chain
 * - `inputRequired`: running, with at least one open input request
 * - `succeeded`: completed, and its result is not a tool error
 * - `toolError`: completed with `isError: true`, or ended by a business failure
 * - `protocolError`: ended so that a call as a task is answered with a JSON-RPC error (timed out, terminated,
 *   `mcp.JsonRpcError`)
 * - `cancelled`: ended as cancelled
 */
export type TaskPhase =
  'working' | 'inputRequired' | 'succeeded' | 'toolError' | 'protocolError' | 'cancelled';

export interface StatusFacts {
  readonly phase: TaskPhase;
  /** Cancellation was requested while the execution was running. Stays true after the close. */
  readonly cancelRequested: boolean;
}

/** Returns true for the final statuses `completed`, `failed` and `cancelled`. */
export function isTerminal(status: TaskStatus): boolean {
  return (
    status === TaskStatus.completed ||
    status === TaskStatus.failed ||
    status === TaskStatus.cancelled
  );
}

/** Returns true if the execution has closed, so that the task no longer changes. */
export function isClosed(phase: TaskPhase): boolean {
  return phase !== 'working' && phase !== 'inputRequired';
}
