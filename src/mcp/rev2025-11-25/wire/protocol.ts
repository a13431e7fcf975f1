import type { Protocol } from '../../../core/task/protocol.js';
import { type TaskPhase, TaskStatus } from '../../../core/task/task-status.js';

const STATUS: Readonly<Record<TaskPhase, TaskStatus>> = {
  working: TaskStatus.working,
  inputRequired: TaskStatus.inputRequired,
  succeeded: TaskStatus.completed,
  toolError: TaskStatus.failed,
  protocolError: TaskStatus.failed,
  cancelled: TaskStatus.cancelled,
};

/**
 * The experimental tasks of revision 2025-11-25. A cancelled task MUST stay cancelled, even if its work continues
 * (Tasks › Task Cancellation). So a requested cancellation overrides the phase.
 */
export const protocol: Protocol = {
  version: '2025-11-25',
  toStatus: ({ phase, cancelRequested }) =>
    cancelRequested ? TaskStatus.cancelled : STATUS[phase],
};
