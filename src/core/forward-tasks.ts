import type { Tasks } from './tasks.js';

/** Tasks that hand every call on to others, which may yet have to be made. */
export function forwardTasks(to: () => Promise<Tasks>): Tasks {
  return {
    create: async (request) => (await to()).create(request),
    get: async (taskId, owner) => (await to()).get(taskId, owner),
    waitFor: async (taskId, owner, options) => (await to()).waitFor(taskId, owner, options),
    watchAll: async (owner, options) => (await to()).watchAll(owner, options),
    cancel: async (taskId, owner, options) => (await to()).cancel(taskId, owner, options),
    answer: async (taskId, owner, responses) => (await to()).answer(taskId, owner, responses),
    send: async (taskId, owner, message) => (await to()).send(taskId, owner, message),
    readUpdate: async (taskId, owner, update) => (await to()).readUpdate(taskId, owner, update),
    readReturned: async (taskId, owner) => (await to()).readReturned(taskId, owner),
    keepClientTask: async (taskId, owner, kept) => (await to()).keepClientTask(taskId, owner, kept),
    untilAnswersTaken: async (taskId, owner, options) =>
      (await to()).untilAnswersTaken(taskId, owner, options),
    list: async (owner, options) => (await to()).list(owner, options),
  };
}
