import { inspect } from 'node:util';

import { cleanLines } from '../app/config/clean-text.js';
import type { Logger } from '../core/logger.js';
import { isRecord } from '../core/value/is-record.js';
import { installRuntime } from '../worker/install-runtime.js';
import { loadWorkerLibrary } from '../worker/load-worker-library.js';

type WorkerLibrary = Awaited<ReturnType<typeof loadWorkerLibrary>>;
type LogEntry = Parameters<
  NonNullable<ConstructorParameters<WorkerLibrary['DefaultLogger']>[1]>
>[0];
type WorkerLogger = NonNullable<Parameters<typeof installRuntime>[1]>;

/** Members of the SDK's log entries that show users of `dev` which part failed. */
const SHOWN = ['workflowType', 'activityType', 'attempt', 'workflowId'] as const;

function reasonOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message.split('\n', 1)[0] : undefined;
}

/**
 * Logs warnings and errors of a Worker in one line each. Stack traces are left out: examples that fail in order to show
 * retries would fill the screen. The Temporal Web UI shows the traces.
 */
export function toWorkerLogger(logger: Logger): WorkerLogger {
  const write = (level: 'warn' | 'error', message: string, meta: unknown): void => {
    const fields = isRecord(meta) ? meta : {};
    const entries = SHOWN.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]]));
    const reason = reasonOf(fields['error']);
    logger[level]({ ...(Object.fromEntries(entries) as object), reason }, message);
  };
  const drop = (): void => undefined;
  const warn: WorkerLogger['warn'] = (message, meta) => {
    write('warn', message, meta);
  };
  const error: WorkerLogger['error'] = (message, meta) => {
    write('error', message, meta);
  };
  return {
    log: (level, message, meta) => {
      if (level === 'WARN') write('warn', message, meta);
      else if (level === 'ERROR') write('error', message, meta);
    },
    trace: drop,
    debug: drop,
    info: drop,
    warn,
    error,
  };
}

/**
 * Installs the Temporal Runtime of this process with a logger that writes one line for each failure.
 *
 * @throws {Error} If `@temporalio/worker` is not installed.
 */
export async function installQuietRuntime(logger: Logger): Promise<void> {
  installRuntime(await loadWorkerLibrary(), toWorkerLogger(logger));
}

/**
 * Formats an entry of the SDK's log for a terminal. Failures in it quote others, so further lines are indented: none of
 * them looks like an entry.
 */
export function formatLogEntry({ level, timestampNanos, message, meta }: LogEntry): string {
  const at = new Date(Number(timestampNanos / 1_000_000n)).toISOString();
  const text = meta === undefined ? message : `${message} ${inspect(meta)}`;
  return `${at} [${level}] ${cleanLines(text).replaceAll('\n', '\n    ')}\n`;
}

/**
 * Installs the Temporal Runtime of this process with a logger of warnings and errors, with their stack traces.
 *
 * @throws {Error} If `@temporalio/worker` is not installed.
 */
export async function installWorkerRuntime(): Promise<void> {
  const library = await loadWorkerLibrary();
  const write = (entry: LogEntry): void => void process.stderr.write(formatLogEntry(entry));
  installRuntime(library, new library.DefaultLogger('WARN', write));
}
