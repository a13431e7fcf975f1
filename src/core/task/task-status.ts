/** The five words that clients are told. Every generation has them; what each covers differs (`Protocol`). */
export const TaskStatus = {
  working: 'working',
  inputRequired: 'input_required',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;
export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus];

/**
 * Where the execution behind a task stands, in one word and before any generation's reading of it.
 *
 * - `working`: running, paused, or between the runs of a chain
 * - `inputRequired`: running, with at least one open input request
 * - `succeeded`: completed, and its result is not a tool error
 * - `toolError`: completed with `isError: true`, or ended by a business failure
 * - `protocolError`: ended so that the call is answered with a JSON-RPC error (timed out, terminated, `mcp.JsonRpcError`)
 * - `cancelled`: ended as cancelled
 */
export type TaskPhase =
  'working' | 'inputRequired' | 'succeeded' | 'toolError' | 'protocolError' | 'cancelled';

/** What decides a task's status. */
export interface StatusFacts {
  readonly phase: TaskPhase;
  /** Whether cancellation was requested while the execution was running. Stays true after it has closed. */
  readonly cancelRequested: boolean;
}

/** Whether a status is final: `completed`, `failed` and `cancelled` are never left. */
export function isTerminal(status: TaskStatus): boolean {
  return (
    status === TaskStatus.completed ||
    status === TaskStatus.failed ||
    status === TaskStatus.cancelled
  );
}

/** Whether the execution behind the task has closed, so that nothing about the task can change any more. */
export function isClosed(phase: TaskPhase): boolean {
  return phase !== 'working' && phase !== 'inputRequired';
}
