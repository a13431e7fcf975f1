import { startRaw } from '../raw-temporal.js';
import { type Scenario, Subject, time } from '../scenario.js';
import { createByRawMcp, createBySdk } from '../tasks.js';

/**
 * `tools/call` as a task, against a start with the same options.
 *
 * On a Task Queue that nobody polls: what a worker does with the execution comes after the reply, and would only
 * fall on whoever is measured next.
 */
export const create: Scenario = {
  name: 'create',
  description: 'tools/call as a task; start with the same options',
  targetMs: 5,
  prepare: async (environment) =>
    Promise.resolve({
      [Subject.temporal]: async () =>
        time(async () => startRaw(environment.temporal, environment.unpolledTaskQueue)),
      [Subject.server]: async () => time(async () => createByRawMcp(environment, 'never_polled')),
      [Subject.sdk]: async () => time(async () => createBySdk(environment, 'never_polled')),
    }),
};
