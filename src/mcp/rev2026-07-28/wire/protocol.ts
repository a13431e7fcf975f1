import type { Protocol } from '../../../core/task/protocol.js';
import { type TaskPhase, TaskStatus } from '../../../core/task/task-status.js';

const STATUS: Readonly<Record<TaskPhase, TaskStatus>> = {
  working: TaskStatus.working,
  inputRequired: TaskStatus.inputRequired,
  succeeded: TaskStatus.completed,
  toolError: TaskStatus.completed,
  protocolError: TaskStatus.failed,
  cancelled: TaskStatus.cancelled,
};

/**
 * The extension `io.modelcontextprotocol/tasks` of revision 2026-07-28. Cancellation is cooperative (Extension › Task
 * Cancellation), so only the phase determines the status.
 */
export const protocol: Protocol = {
  version: '2026-07-28',
  toStatus: ({ phase }) => STATUS[phase],
};
