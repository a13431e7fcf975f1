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
 * Access to tasks, at a server or in Temporal. The commands are the same for both.
 *
 * Methods reject with an `Error` whose message is for the user of the command: the problem, and advice.
 */
export interface TaskDesk {
  /** @param limit Maximum number of tasks. */
  readonly list: (limit: number) => Promise<SeenTasks>;
  readonly get: (taskId: string) => Promise<DeskTask>;
  /** Resolves with the ended task, or with the last reading when the signal fires. */
  readonly watch: (taskId: string, options: WatchTaskOptions) => Promise<DeskTask | undefined>;
  /** Answers one question. Resolves once the answer is durable; rejects if another answer came first. */
  readonly answer: (taskId: string, key: string, response: InputResponse) => Promise<void>;
  /** Asks a task to stop. Resolves once the request is durable. */
  readonly cancel: (taskId: string, reason: string | undefined) => Promise<void>;
  readonly close: () => Promise<void>;
}
