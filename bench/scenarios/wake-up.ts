import { setTimeout as pause } from 'node:timers/promises';

import type { BenchEnvironment } from '../bench-environment.js';
import { startRaw } from '../raw-temporal.js';
import { type Measure, type Scenario, Subject } from '../scenario.js';
import { createByRawMcp, createBySdk, finish, waitBySdk } from '../tasks.js';

/**
 * How long a wait is left alone before its workflow is told to finish, in milliseconds. Nothing shows from
 * outside that the long poll has reached Temporal, and one that has not is another measurement.
 */
const SETTLE_MS = 100;

interface Waiter {
  readonly create: () => Promise<string>;
  readonly wait: (workflowId: string) => Promise<unknown>;
}

/** From just before the signal is sent until whoever waits has the result. */
function measureWakeUp(environment: BenchEnvironment, { create, wait }: Waiter): Measure {
  return async () => {
    const workflowId = await create();
    const woken = wait(workflowId).then(() => performance.now());
    // A failure is thrown below; until then nobody listens, which Node takes for a crash.
    woken.catch(() => undefined);
    await pause(SETTLE_MS);
    const signalledAt = performance.now();
    const [wokenAt] = await Promise.all([woken, finish(environment, workflowId)]);
    return wokenAt - signalledAt;
  };
}

/** `tasks/result` of a task that is signalled to complete, against `handle.result()` of such an execution. */
export const wakeUp: Scenario = {
  name: 'wake-up',
  description: 'signal until tasks/result returns; until handle.result() returns',
  targetMs: 50,
  prepare: async (environment) => {
    const { temporal, rawMcp, taskQueue } = environment;
    return Promise.resolve({
      [Subject.temporal]: measureWakeUp(environment, {
        create: async () => (await startRaw(temporal, taskQueue)).workflowId,
        wait: async (workflowId): Promise<unknown> =>
          temporal.workflow.getHandle(workflowId).result(),
      }),
      [Subject.server]: measureWakeUp(environment, {
        create: async () => createByRawMcp(environment, 'wait_for_finish'),
        wait: async (taskId) => rawMcp.request('tasks/result', { taskId }),
      }),
      [Subject.sdk]: measureWakeUp(environment, {
        create: async () => createBySdk(environment, 'wait_for_finish'),
        wait: async (taskId) => waitBySdk(environment, taskId),
      }),
    });
  },
};
