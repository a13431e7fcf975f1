import type { Logger } from '@temporalio/worker';

import type { WorkerLibrary } from './worker-library.js';

let installed = false;

/**
 * Installs the Temporal Runtime of this process, so that it leaves alone what isn't its own: the
 * process signals, which the caller decides about, and stdout, which may carry MCP messages.
 *
 * Must run before anything else makes a Runtime, such as the SDK's test environment or its download
 * of the CLI; {@link startWorker} does it too, for a process where nothing else has. Later calls do
 * nothing.
 *
 * @param logger Gets what the SDK says, of its native part as well.
 * Default: warnings and errors to stderr.
 * @throws {IllegalStateError} when the process has a Runtime that wasn't made here.
 */
export function installRuntime(
  { DefaultLogger, Runtime }: WorkerLibrary,
  logger: Logger = new DefaultLogger('WARN'),
): void {
  if (installed) return;
  Runtime.install({
    logger,
    // Without forwarding, the native part writes to stdout.
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
    shutdownSignals: [],
  });
  installed = true;
}
