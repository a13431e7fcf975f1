import { forwardTasks } from '../../../core/task/forward-tasks.js';
import { isClosed } from '../../../core/task/task-status.js';
import type { Tasks } from '../../../core/task/tasks.js';

import type { TaskReads } from './task-reads.js';

/** The same tasks, with a record of reads by clients. */
export function trackReads(tasks: Tasks, reads: TaskReads): Tasks {
  return {
    ...forwardTasks(async () => Promise.resolve(tasks)),
    get: async (taskId, owner) => {
      const task = await tasks.get(taskId, owner);
      reads.note(taskId);
      return task;
    },
    list: async (owner, options) => {
      const page = await tasks.list(owner, options);
      for (const { taskId } of page.tasks) reads.note(taskId);
      return page;
    },
    waitFor: async (taskId, owner, options) => {
      let end: (() => void) | undefined;
      try {
        return await tasks.waitFor(taskId, owner, {
          ...options,
          onReading: async (task) => {
            // Not sooner: the task may belong to another owner.
            end ??= reads.begin(taskId, options.isStanding);
            await options.onReading?.(task);
          },
        });
      } finally {
        end?.();
      }
    },
    watchAll: async (owner, options) => {
      const ends = new Map<string, () => void>();
      const end = (taskId: string): void => {
        ends.get(taskId)?.();
        ends.delete(taskId);
      };
      try {
        await tasks.watchAll(owner, {
          ...options,
          onReading: async (task) => {
            const { taskId, phase } = task;
            if (!ends.has(taskId)) ends.set(taskId, reads.begin(taskId, true));
            await options.onReading(task);
            if (isClosed(phase)) end(taskId);
          },
        });
      } finally {
        for (const taskId of [...ends.keys()]) end(taskId);
      }
    },
  };
}
