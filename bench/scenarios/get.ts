import type { BenchEnvironment } from '../bench-environment.js';
import { type Measure, type Scenario, Subject, time } from '../scenario.js';
import { createByRawMcp, createFinished } from '../tasks.js';

/** Reads one task over and over, by each of the subjects. */
function readers(
  { temporal, rawMcp, sdkMcp }: BenchEnvironment,
  taskId: string,
): Readonly<Record<Subject, Measure>> {
  return {
    [Subject.temporal]: async () =>
      time(async () => temporal.workflow.getHandle(taskId).describe()),
    [Subject.server]: async () => time(async () => rawMcp.request('tasks/get', { taskId })),
    [Subject.sdk]: async () => time(async () => sdkMcp.experimental.tasks.getTask(taskId)),
  };
}

/** `tasks/get` of an open task, against a describe of the same execution. */
export const get: Scenario = {
  name: 'get',
  description: 'tasks/get of an open task; describe',
  targetMs: 5,
  prepare: async (environment) =>
    readers(environment, await createByRawMcp(environment, 'wait_for_finish')),
};

/** `tasks/get` of a finished task that was read before; the raw client has to ask each time. */
export const getFinished: Scenario = {
  name: 'get-finished',
  description: 'tasks/get of a finished task, read before; describe',
  targetMs: 5,
  prepare: async (environment) => {
    const taskId = await createFinished(environment);
    await environment.rawMcp.request('tasks/get', { taskId });
    return readers(environment, taskId);
  },
};
