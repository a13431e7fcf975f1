import type { Tasks } from '../core/tasks.js';

/** Tasks that are made when they are first needed: the Temporal Client takes longer to load than all else together. */
export function createLazyTasks(create: () => Promise<Tasks>): Tasks {
  let creating: Promise<Tasks> | undefined;
  const created = async (): Promise<Tasks> => {
    creating ??= create();
    return creating;
  };
  return {
    create: async (request) => (await created()).create(request),
    get: async (taskId, owner) => (await created()).get(taskId, owner),
    waitFor: async (taskId, owner, options) => (await created()).waitFor(taskId, owner, options),
    watchAll: async (owner, options) => (await created()).watchAll(owner, options),
    cancel: async (taskId, owner, options) => (await created()).cancel(taskId, owner, options),
    answer: async (taskId, owner, responses) => (await created()).answer(taskId, owner, responses),
    send: async (taskId, owner, message) => (await created()).send(taskId, owner, message),
    readUpdate: async (taskId, owner, update) =>
      (await created()).readUpdate(taskId, owner, update),
    keepClientTask: async (taskId, owner, kept) =>
      (await created()).keepClientTask(taskId, owner, kept),
    untilAnswersTaken: async (taskId, owner, options) =>
      (await created()).untilAnswersTaken(taskId, owner, options),
    list: async (owner, options) => (await created()).list(owner, options),
  };
}
