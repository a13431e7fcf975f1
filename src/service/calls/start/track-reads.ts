import { interceptTasks } from '../../../core/task/intercept-tasks.js';
import { isClosed } from '../../../core/task/task-status.js';
import type { Tasks } from '../../../core/task/tasks.js';

import type { TaskReads } from './task-reads.js';

/** Wraps the task port: records reads by clients. */
export function trackReads(tasks: Tasks, reads: TaskReads): Tasks {
  return {
    ...interceptTasks(async (_call, ask) => ask(tasks)),
    get: async (taskId, viewer) => {
      const task = await tasks.get(taskId, viewer);
      if (typeof viewer === 'string') reads.note(taskId);
      return task;
    },
    list: async (viewer, options = {}) => {
      const page = await tasks.list(viewer, options);
      if (typeof viewer !== 'string' || options.isOpen) return page;
      for (const { taskId } of page.tasks) reads.note(taskId);
      return page;
    },
    waitFor: async (taskId, owner, options) => {
      let end: (() => void) | undefined;
      try {
        return await tasks.waitFor(taskId, owner, {
          ...options,
          onReading: async (task) => {
            // After the first reading only: before it, the task may turn out to be another owner's.
            end ??= reads.begin(taskId, options.isStanding);
            await options.onReading?.(task);
          },
        });
      } finally {
        end?.();
      }
    },
    watch: async (owner, options) => {
      const { onReading } = options;
      if (!onReading) return tasks.watch(owner, options);
      const ends = new Map<string, () => void>();
      const end = (taskId: string): void => {
        ends.get(taskId)?.();
        ends.delete(taskId);
      };
      try {
        await tasks.watch(owner, {
          ...options,
          onReading: async (task) => {
            const { taskId, phase } = task;
            if (!ends.has(taskId)) ends.set(taskId, reads.begin(taskId, true));
            await onReading(task);
            if (isClosed(phase)) end(taskId);
          },
        });
      } finally {
        for (const taskId of [...ends.keys()]) end(taskId);
      }
    },
  };
}
