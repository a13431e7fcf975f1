import type { InputResponse } from '../../../core/question/input-request.js';

import type { DeskTask } from './desk-task.js';

/** Tasks of an owner, in the order of their list. */
export interface SeenTasks {
  readonly tasks: readonly DeskTask[];
  /** There are more tasks than requested. */
  readonly hasMore: boolean;
}

export interface WatchTaskOptions {
  /** Ends the watch only. */
  readonly signal: AbortSignal;
  /** Called with every reading, one at a time, from the first to the last. */
  readonly onReading: (task: DeskTask) => void;
}

/**
 * Access to tasks: a server, or Temporal. The commands do not know which.
 *
 * Methods reject with an `Error` whose message is for whoever runs the command: it says what is wrong, and what to do.
 */
export interface TaskDesk {
  /** @param limit How many at most. */
  readonly list: (limit: number) => Promise<SeenTasks>;
  readonly get: (taskId: string) => Promise<DeskTask>;
  /** Resolves with the task as it has ended, or as it was read last when the signal fires. */
  readonly watch: (taskId: string, options: WatchTaskOptions) => Promise<DeskTask | undefined>;
  /** Answers one question. Resolves once the answer is durable; it rejects when another one came first. */
  readonly answer: (taskId: string, key: string, response: InputResponse) => Promise<void>;
  /** Asks a task to stop. Resolves once that is durable. */
  readonly cancel: (taskId: string, reason: string | undefined) => Promise<void>;
  readonly close: () => Promise<void>;
}
