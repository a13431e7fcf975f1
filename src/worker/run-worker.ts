import type {
  ActivityInterceptorsFactory,
  NativeConnection,
  NativeConnectionOptions,
  WorkerOptions,
  WorkflowBundleOption,
} from '@temporalio/worker';

import { toWellFormed } from '../core/value/exact-json.js';
import { withoutUndefined } from '../core/value/members.js';

import { BundleReport, type ConfigHook } from './bundle-report.js';
import { installRuntime } from './install-runtime.js';
import { loadWorkerLibrary, type WorkerLibrary } from './load-worker-library.js';
import { sizeLimits } from './size-limits.js';

/** Texts of a failure that its message to Temporal has as they are. */
const TEXTS = ['message', 'stack', 'type'];

function mend(error: unknown): unknown {
  if (typeof error === 'string') return toWellFormed(error);
  for (let part = error; part instanceof Error; part = part.cause) {
    for (const name of TEXTS) {
      const text: unknown = Reflect.get(part, name);
      if (typeof text === 'string') Reflect.set(part, name, toWellFormed(text));
    }
  }
  return error;
}

/** Mends half a character in what an Activity throws. The SDK's Worker ends at a message that UTF-8 cannot carry. */
const wellFormedFailures: ActivityInterceptorsFactory = () => ({
  inbound: {
    execute: async (input, next) => {
      try {
        return await next(input);
      } catch (error) {
        throw mend(error);
      }
    },
  },
});

/**
 * Minimum interval of heartbeats, in milliseconds. The SDK's default is 80 % of the heartbeat timeout, up to a
 * minute: too rare, because heartbeats carry progress out and cancellations in.
 */
const heartbeatThrottleMs = 500;

/**
 * Time after the grace of a stop in which the Worker ends in any case, in milliseconds. Without it, one whose native part
 * has refused a Workflow Task waits for that task forever, and polls no longer.
 */
const forceAfterGraceMs = 5_000;

export interface StartWorkerOptions {
  /** Connection to the Temporal Service: address, TLS, API key, metadata. */
  connection: NativeConnectionOptions;
  /** Namespace of the Workflows. Default: `default`. */
  namespace?: string | undefined;
  taskQueue: string;
  /** Absolute path of the module whose exports are the Workflow Types. Default: no Workflows. */
  workflowsPath?: string | undefined;
  /** The bundled Workflow code, in place of `workflowsPath`. It saves two seconds at each start. */
  bundle?: WorkflowBundleOption | undefined;
  /** Activity functions by Activity Type. */
  activities: object;
  /** Maximum number of concurrent Activities. Default: the SDK's, 100. */
  maxConcurrentActivityTaskExecutions?: number | undefined;
  /** Activities a second that Temporal hands to all Workers of the Task Queue. Default: no limit. */
  maxTaskQueueActivitiesPerSecond?: number | undefined;
  /**
   * Time for which a stopping Worker lets Activities finish before it cancels them, in milliseconds. Another Worker
   * retries cancelled ones. 5 seconds later, the Worker ends in any case. Default: 5,000.
   */
  shutdownGraceMs?: number | undefined;
  /** Converter and codec, by module path; must be the same as the clients'. Default: the SDK's. */
  dataConverter?: WorkerOptions['dataConverter'] | undefined;
}

export interface WorkerHandle {
  /**
   * Stops polling, waits for work under way, and closes the connection. May be called several times.
   *
   * @throws The error with which {@link WorkerHandle.stopped} rejects.
   */
  stop(): Promise<void>;
  /** Names that the module of Workflows exports. Absent: unknown. */
  readonly exportedNames?: readonly string[] | undefined;
  /** Resolves when the Worker has stopped and its connection is closed; rejects if it fails. */
  stopped: Promise<void>;
}

/**
 * Starts a Worker in this process and returns when it polls.
 *
 * It does not handle process signals: the caller decides when to stop. Logs to stderr only.
 *
 * @throws {Error} if `@temporalio/worker` is not installed; the message says how to install it.
 * @throws {UnreachableError} if the Temporal Service can't be reached; the message names the address.
 * @throws {ServiceError} if the namespace doesn't exist, or the Temporal Service refuses the credentials.
 * @throws {Error} if the Workflow code can't be bundled; the message has the bundler's errors with file and line.
 */
export async function startWorker(options: StartWorkerOptions): Promise<WorkerHandle> {
  const library = await loadWorkerLibrary();
  installRuntime(library);
  const connection = await connect(library, options.connection);
  try {
    // The SDK makes the same check, but only after it has started threads. On failure it leaves them running.
    await connection.workflowService.describeNamespace({ namespace: namespaceOf(options) });
    const report = new BundleReport(options.workflowsPath);
    const worker = await library.Worker.create(
      toWorkerOptions(options, connection, report.webpackConfigHook),
    ).catch((error: unknown) => {
      throw report.toError() ?? error;
    });
    const stopped = worker.run().finally(() => connection.close());
    const stop = (): Promise<void> => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      return stopped;
    };
    return { stop, stopped, exportedNames: report.exportedNames };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** The Worker has no connection. The cause is the SDK's error, whose message is a structure of its native core. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** @throws {UnreachableError} */
async function connect(
  library: WorkerLibrary,
  options: NativeConnectionOptions,
): Promise<NativeConnection> {
  return library.NativeConnection.connect(options).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    const reason = [...text.matchAll(/"([^"]+)"/g)].at(-1)?.[1] ?? text;
    throw new UnreachableError(
      `Temporal cannot be reached at ${options.address ?? '127.0.0.1:7233'} (${reason}).`,
      { cause: error },
    );
  });
}

const namespaceOf = ({ namespace = 'default' }: StartWorkerOptions) => namespace;

function toWorkerOptions(
  options: StartWorkerOptions,
  connection: NativeConnection,
  webpackConfigHook: ConfigHook,
): WorkerOptions {
  const { taskQueue, activities, dataConverter } = options;
  const { maxConcurrentActivityTaskExecutions: maxActivities } = options;
  const { maxTaskQueueActivitiesPerSecond: maxPerSecond } = options;
  const workflowsPath = options.bundle ? undefined : options.workflowsPath;
  const graceMs = options.shutdownGraceMs ?? 5_000;
  return {
    connection,
    namespace: namespaceOf(options),
    taskQueue,
    activities,
    ...withoutUndefined({
      workflowBundle: options.bundle,
      workflowsPath,
      bundlerOptions: workflowsPath === undefined ? undefined : { webpackConfigHook },
      dataConverter,
      maxConcurrentActivityTaskExecutions: maxActivities,
      maxTaskQueueActivitiesPerSecond: maxPerSecond,
    }),
    ...sizeLimits,
    interceptors: { activity: [wellFormedFailures] },
    shutdownGraceTime: graceMs,
    shutdownForceTime: graceMs + forceAfterGraceMs,
    maxHeartbeatThrottleInterval: heartbeatThrottleMs,
    defaultHeartbeatThrottleInterval: heartbeatThrottleMs,
  };
}
