import { toCaller } from '../person/to-principal.js';

import type { Tasks } from './tasks.js';
import { isApprover, type Viewer } from './viewer.js';

export interface TaskCall {
  readonly viewer: Viewer;
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
    create: async (request) =>
      around({ viewer: request.owner }, async (tasks) => tasks.create(request)),
    get: async (taskId, viewer) =>
      around({ taskId, viewer }, async (tasks) => tasks.get(taskId, viewer)),
    waitFor: async (taskId, viewer, options) =>
      around({ taskId, viewer }, async (tasks) => tasks.waitFor(taskId, viewer, options)),
    cancel: async (taskId, viewer, options) =>
      around({ taskId, viewer }, async (tasks) => tasks.cancel(taskId, viewer, options)),
    answer: async (taskId, by, responses) =>
      around({ taskId, viewer: isApprover(by) ? by : toCaller(by).owner }, async (tasks) =>
        tasks.answer(taskId, by, responses),
      ),
    send: async (taskId, viewer, message) =>
      around({ taskId, viewer }, async (tasks) => tasks.send(taskId, viewer, message)),
    list: async (viewer, options) =>
      around({ viewer }, async (tasks) => tasks.list(viewer, options)),
    readPast: async (taskId, viewer, query) =>
      around({ taskId, viewer }, async (tasks) => tasks.readPast(taskId, viewer, query)),
  };
}
