/**
 * The one table that turns the state of a Workflow Execution into an MCP task status, for both generations.
 */
export const Generation = {
  /** The experimental tasks of protocol revision 2025-11-25. */
  rev2025: '2025-11-25',
  /** The extension `io.modelcontextprotocol/tasks` of protocol revision 2026-07-28. */
  rev2026: '2026-07-28',
} as const;
export type Generation = (typeof Generation)[keyof typeof Generation];

/** The five words both generations use; what each covers differs (see {@link toTaskStatus}). */
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

const STATUS: Record<TaskPhase, Record<Generation, TaskStatus>> = {
  working: { '2025-11-25': 'working', '2026-07-28': 'working' },
  inputRequired: { '2025-11-25': 'input_required', '2026-07-28': 'input_required' },
  succeeded: { '2025-11-25': 'completed', '2026-07-28': 'completed' },
  toolError: { '2025-11-25': 'failed', '2026-07-28': 'completed' },
  protocolError: { '2025-11-25': 'failed', '2026-07-28': 'failed' },
  cancelled: { '2025-11-25': 'cancelled', '2026-07-28': 'cancelled' },
};

/** What decides a task's status. */
export interface StatusFacts {
  readonly phase: TaskPhase;
  /** Whether cancellation was requested while the execution was running. Stays true after it has closed. */
  readonly cancelRequested: boolean;
}

/**
 * The status a client of one generation is told.
 *
 * Under 2025-11-25 a cancelled task MUST stay cancelled whatever its work does afterwards, so a requested
 * cancellation outranks the phase. Under 2026-07-28 cancellation is cooperative, and the phase is the truth.
 */
export function toTaskStatus(facts: StatusFacts, generation: Generation): TaskStatus {
  if (facts.cancelRequested && generation === Generation.rev2025) return TaskStatus.cancelled;
  return STATUS[facts.phase][generation];
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
