import type { Tasks } from './tasks.js';
import type { Viewer } from './viewer.js';

export interface TaskCall {
  readonly by: Viewer;
  /** Absent: the call is not about a single task. */
  readonly taskId?: string;
}

/** Runs around every call. `ask` makes the call on the given task port. */
export type AroundCall = <Result>(
  call: TaskCall,
  ask: (tasks: Tasks) => Promise<Result>,
) => Promise<Result>;

/** Wraps a task port: all calls go through one function. Only this file lists all methods. */
export function interceptTasks(around: AroundCall): Tasks {
  return {
    create: async (by, request) => around({ by }, async (tasks) => tasks.create(by, request)),
    get: async (by, taskId) => around({ by, taskId }, async (tasks) => tasks.get(by, taskId)),
    waitFor: async (by, taskId, options) =>
      around({ by, taskId }, async (tasks) => tasks.waitFor(by, taskId, options)),
    cancel: async (by, taskId, options) =>
      around({ by, taskId }, async (tasks) => tasks.cancel(by, taskId, options)),
    answer: async (by, taskId, responses) =>
      around({ by, taskId }, async (tasks) => tasks.answer(by, taskId, responses)),
    send: async (by, taskId, message) =>
      around({ by, taskId }, async (tasks) => tasks.send(by, taskId, message)),
    list: async (by, options) => around({ by }, async (tasks) => tasks.list(by, options)),
    readPast: async (by, taskId, query) =>
      around({ by, taskId }, async (tasks) => tasks.readPast(by, taskId, query)),
  };
}
