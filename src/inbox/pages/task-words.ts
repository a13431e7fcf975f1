/** The state of a task, in words for people. */
import { isClosed, type TaskPhase } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';

/** A status in one or two words, with its style. */
export interface TaskWords {
  readonly text: string;
  readonly tone: 'open' | 'asks' | 'good' | 'bad' | 'over';
}

/** The state, independent of the protocol. */
export function toTaskWords({ phase, cancelRequested }: Task): TaskWords {
  if (cancelRequested && !isClosed(phase)) return { text: 'Being cancelled', tone: 'over' };
  return toPhaseWords(phase);
}

/** The words for a phase, without a requested cancellation. */
export function toPhaseWords(phase: TaskPhase): TaskWords {
  switch (phase) {
    case 'working':
      return { text: 'Working', tone: 'open' };
    case 'inputRequired':
      return { text: 'Waiting for an answer', tone: 'asks' };
    case 'succeeded':
      return { text: 'Completed', tone: 'good' };
    case 'toolError':
    case 'protocolError':
      return { text: 'Failed', tone: 'bad' };
    case 'cancelled':
      return { text: 'Cancelled', tone: 'over' };
  }
}
