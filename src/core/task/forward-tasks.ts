import { toTold } from '../person/to-principal.js';

import type { Owner, Tasks } from './tasks.js';

/** What is asked of one task. */
export type EachTask = Omit<
  Tasks,
  'create' | 'watchAll' | 'watchClosed' | 'list' | 'listOpen' | 'listClosed'
>;

/** Hands every call that names a task on to the tasks that have it. */
export function forwardEachTask(of: (taskId: string, owner: Owner) => Promise<Tasks>): EachTask {
  return {
    get: async (taskId, owner) => (await of(taskId, owner)).get(taskId, owner),
    waitFor: async (taskId, owner, options) =>
      (await of(taskId, owner)).waitFor(taskId, owner, options),
    cancel: async (taskId, owner, options) =>
      (await of(taskId, owner)).cancel(taskId, owner, options),
    answer: async (taskId, by, responses) =>
      (await of(taskId, toTold(by).owner)).answer(taskId, by, responses),
    send: async (taskId, owner, message) => (await of(taskId, owner)).send(taskId, owner, message),
    readUpdate: async (taskId, owner, update) =>
      (await of(taskId, owner)).readUpdate(taskId, owner, update),
    readReturned: async (taskId, owner) => (await of(taskId, owner)).readReturned(taskId, owner),
    keepClientTask: async (taskId, owner, kept) =>
      (await of(taskId, owner)).keepClientTask(taskId, owner, kept),
    untilAnswersTaken: async (taskId, owner, options) =>
      (await of(taskId, owner)).untilAnswersTaken(taskId, owner, options),
    readFirstAnswer: async (taskId, owner, query) =>
      (await of(taskId, owner)).readFirstAnswer(taskId, owner, query),
  };
}

/** Tasks that hand every call on to others, which may yet have to be made. */
export function forwardTasks(to: () => Promise<Tasks>): Tasks {
  return {
    ...forwardEachTask(to),
    create: async (request) => (await to()).create(request),
    watchAll: async (owner, options) => (await to()).watchAll(owner, options),
    list: async (owner, options) => (await to()).list(owner, options),
    watchClosed: async (owner, options) => (await to()).watchClosed(owner, options),
    listOpen: async (owner) => (await to()).listOpen(owner),
    listClosed: async (owner, query) => (await to()).listClosed(owner, query),
  };
}
