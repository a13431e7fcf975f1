import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client, Connection } from '@temporalio/client';

import { spawnProgram, type SpawnedProgram } from '../../src/cli/demo/spawn-program.js';
import { findTemporalCli } from '../../src/cli/local-temporal/find-temporal-cli.js';
import { type DevServer, startDevServer } from '../../src/cli/local-temporal/start-dev-server.js';
import { LOCAL_OWNER } from '../../src/core/person/owner.js';
import { TaskIdFactory } from '../../src/temporal/start/task-id-factory.js';
import type { StdioCommand } from '../wire/stdio.js';

const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const WORKFLOWS = fileURLToPath(new URL('../fixtures/workflows/index.js', import.meta.url));
const ACTIVITIES = fileURLToPath(new URL('../fixtures/activities/index.js', import.meta.url));
/** From `dist/bench`: manifests are not compiled, so they lie in the source tree. */
const manifestAt = (name: string): string =>
  fileURLToPath(new URL(`../../../lab/bench/${name}.yaml`, import.meta.url));
/** The tools that the benches call. */
export const BENCH_MANIFEST = manifestAt('mcp-tasks');
/** A server that tells two principals apart. */
export const TWO_PRINCIPALS_MANIFEST = manifestAt('two-principals');
/** A server that tells of events. */
export const EVENTS_MANIFEST = manifestAt('events');
const DELIVERY = fileURLToPath(new URL('counting-delivery.js', import.meta.url));
const SECRET_BYTES = 32;

/** What is measured, and what it is measured with. Each server has a process of its own. */
export interface BenchEnvironment {
  /** Task Queue of the worker. */
  readonly taskQueue: string;
  /** A Task Queue that nobody polls. */
  readonly unpolledTaskQueue: string;
  readonly temporalAddress: string;
  /** The raw Temporal Client, as it comes. */
  readonly temporal: Client;
  /** What the servers seal with, and make IDs of. */
  readonly secret: string;
  /** Makes IDs as the servers do, and takes theirs for its own. */
  readonly ids: TaskIdFactory;
  /** The owner tag of all tasks that the servers start. */
  readonly ownerTag: string;
  /** `serve --http`: where it listens is its `match`. */
  readonly server: SpawnedProgram;
  /** Starts another one, for what a process of its own is needed for. What is given is added to its environment. */
  readonly startServer: (own?: NodeJS.ProcessEnv, manifest?: string) => Promise<SpawnedProgram>;
  /** Starts what delivers events, with a secret. What it says is reported, line by line. */
  readonly startDelivery: (
    secret: string,
    onLine: (line: string) => void,
  ) => Promise<SpawnedProgram>;
  /** `serve --stdio`, to be started by who speaks to it. */
  readonly stdioServer: StdioCommand;
  /** `worker`. */
  readonly worker: SpawnedProgram;
  /** Stops all of it, and throws the state of a dev server away. */
  readonly stop: () => Promise<void>;
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The Temporal Service of TEMPORAL_ADDRESS, or a dev server on a file. */
async function provideTemporal(
  databasePath: string,
  signal: AbortSignal,
): Promise<Pick<DevServer, 'address' | 'namespace' | 'stop'>> {
  const address = process.env['TEMPORAL_ADDRESS'];
  if (address) return { address, namespace: 'default', stop: async () => Promise.resolve() };
  const { path: cliPath } = await findTemporalCli({ report, signal });
  return startDevServer({ cliPath, port: 0, uiPort: false, signal, databasePath });
}

/**
 * Starts Temporal unless TEMPORAL_ADDRESS names one, a worker of the fixtures, `serve --http`, and connects to them.
 *
 * @throws what keeps a part from starting; nothing is left running
 */
export async function startBenchEnvironment(signal: AbortSignal): Promise<BenchEnvironment> {
  const running: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const stopOne of running.splice(0)) await stopOne();
  };
  try {
    const directory = mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-bench-'));
    running.unshift(async () => {
      rmSync(directory, { recursive: true, force: true });
      return Promise.resolve();
    });
    report('Starting Temporal, a worker and the server …');
    const temporal = await provideTemporal(join(directory, 'temporal.db'), signal);
    running.unshift(async () => temporal.stop());

    const { address: temporalAddress } = temporal;
    const taskQueue = `bench-${randomUUID()}`;
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    const environment = {
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: temporal.namespace,
      TEMPORAL_MCP_TASKS_SECRET: secret,
      BENCH_TASK_QUEUE: taskQueue,
      // The lines that say that a program is ready are of this level.
      LOG_LEVEL: 'info',
    };
    const worker = await spawnProgram({
      program: CLI,
      args: [
        ...['worker', '--task-queue', taskQueue],
        ...['--workflows', WORKFLOWS, '--activities', ACTIVITIES],
      ],
      ...{ readyWhen: /Worker is polling/, environment, signal },
    });
    running.unshift(worker.stop);
    const startServer = async (
      own: NodeJS.ProcessEnv = {},
      manifest = BENCH_MANIFEST,
    ): Promise<SpawnedProgram> =>
      spawnProgram({
        program: CLI,
        args: ['serve', '--http', '--port', '0', '--manifest', manifest],
        ...{ readyWhen: /"url":"([^"]+)"/, environment: { ...environment, ...own }, signal },
      });
    const startDelivery: BenchEnvironment['startDelivery'] = async (own, onLine) =>
      spawnProgram({
        program: DELIVERY,
        args: [],
        environment: {
          ...environment,
          BENCH_MANIFEST: EVENTS_MANIFEST,
          TEMPORAL_MCP_TASKS_SECRET: own,
        },
        ...{ readyWhen: /Events are being delivered/, onLine, signal },
      });
    const server = await startServer();
    running.unshift(server.stop);

    const connection = await Connection.connect({ address: temporalAddress });
    running.unshift(async () => connection.close());
    const ids = new TaskIdFactory(Buffer.from(secret));
    return {
      taskQueue,
      unpolledTaskQueue: `${taskQueue}-never-polled`,
      temporalAddress,
      temporal: new Client({ connection }),
      secret,
      ids,
      ownerTag: ids.ownerTag(LOCAL_OWNER),
      server,
      ...{ startServer, startDelivery },
      stdioServer: {
        command: process.execPath,
        args: [CLI, 'serve', '--stdio', '--manifest', BENCH_MANIFEST],
        env: { ...process.env, ...environment },
      },
      worker,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
