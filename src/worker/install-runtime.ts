import type { Logger } from '@temporalio/worker';

import type { WorkerLibrary } from './load-worker-library.js';

let installed = false;

/** A warning of the SDK. The Workers of jobs and webhooks have Activities only. */
const EXPECTED_WARNING = 'No workflows registered, not polling for workflow tasks';

function withoutExpected(logger: Logger): Logger {
  return {
    trace: logger.trace.bind(logger),
    debug: logger.debug.bind(logger),
    info: logger.info.bind(logger),
    error: logger.error.bind(logger),
    warn: (message, meta) => {
      if (message !== EXPECTED_WARNING) logger.warn(message, meta);
    },
    log: (level, message, meta) => {
      if (message !== EXPECTED_WARNING) logger.log(level, message, meta);
    },
  };
}

/**
 * Installs the Temporal Runtime of this process without its handlers of process signals, which belong to the caller,
 * and without output to stdout, which may carry MCP messages.
 *
 * Call it before any other code makes a Runtime, such as the SDK's test environment or its download of the CLI. {@link
 * startWorker} calls it, too. Later calls do nothing.
 *
 * @param logger Receives the logs of the SDK and of its native part. Default: warnings and errors to stderr.
 * @throws {IllegalStateError} if other code has already made a Runtime in this process.
 */
export function installRuntime(
  { DefaultLogger, Runtime }: WorkerLibrary,
  logger: Logger = new DefaultLogger('WARN'),
): void {
  if (installed) return;
  Runtime.install({
    logger: withoutExpected(logger),
    // Without forwarding, the native part writes to stdout.
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
    shutdownSignals: [],
  });
  installed = true;
}
