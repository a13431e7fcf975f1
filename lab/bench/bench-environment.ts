import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client, Connection } from '@temporalio/client';

import { type DevServer, startDevServer } from '../../src/cli/dev-server.js';
import { LOCAL_OWNER } from '../../src/core/person/owner.js';
import { TaskIdFactory } from '../../src/temporal/start/task-id-factory.js';
import { spawnProgram, type SpawnedProgram } from '../spawn-program.js';
import type { StdioCommand } from '../wire/stdio.js';

const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const WORKFLOWS = fileURLToPath(new URL('../fixtures/workflows/index.js', import.meta.url));
const ACTIVITIES = fileURLToPath(new URL('../fixtures/activities/index.js', import.meta.url));
/** Path from `dist/lab/bench`. Manifests are not compiled, so they lie in the source tree. */
const manifestAt = (name: string): string =>
  fileURLToPath(new URL(`../../../lab/bench/${name}.yaml`, import.meta.url));
/** The manifest with the tools of the benches. */
export const BENCH_MANIFEST = manifestAt('mcp-tasks');
/** The manifest with tools of Workflows and of Activities. */
export const ACTIVITIES_MANIFEST = manifestAt('activities');
/** The manifest of a server with two principals. */
export const TWO_PRINCIPALS_MANIFEST = manifestAt('two-principals');
const SECRET_BYTES = 32;

/** The programs under test, and the means to measure them. Each server has its own process. */
export interface BenchEnvironment {
  /** Task Queue of the Worker. */
  readonly taskQueue: string;
  /** A Task Queue without Workers. */
  readonly unpolledTaskQueue: string;
  readonly temporalAddress: string;
  /** The Temporal Client without this package. */
  readonly temporal: Client;
  /** The servers' secret: they seal with it and make IDs from it. */
  readonly secret: string;
  /** Makes and recognizes task IDs as the servers do. */
  readonly ids: TaskIdFactory;
  /** The owner tag of all tasks that the servers start. */
  readonly ownerTag: string;
  /** `serve --http`. Its `match` is the URL. */
  readonly server: SpawnedProgram;
  /** Starts another server process, with extra environment variables. */
  readonly startServer: (own?: NodeJS.ProcessEnv, manifest?: string) => Promise<SpawnedProgram>;
  /** The command of `serve --stdio`; each client starts its own process. */
  readonly stdioServer: StdioCommand;
  /** The `worker` command. */
  readonly worker: SpawnedProgram;
  /** Stops all programs, and deletes the state of a dev server. */
  readonly stop: () => Promise<void>;
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Connects to the Temporal Service of TEMPORAL_ADDRESS, or starts a dev server on a file. */
async function provideTemporal(
  databasePath: string,
  signal: AbortSignal,
): Promise<Pick<DevServer, 'address' | 'namespace' | 'stop'>> {
  const address = process.env['TEMPORAL_ADDRESS'];
  if (address) return { address, namespace: 'default', stop: async () => Promise.resolve() };
  return startDevServer({ port: 0, signal, databasePath });
}

/**
 * Starts Temporal unless TEMPORAL_ADDRESS is set, a Worker of the fixtures and `serve --http`.
 *
 * @throws the error of the part that failed to start; all parts are stopped then
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
      // Programs report that they are ready at this level.
      LOG_LEVEL: 'info',
    };
    const worker = await spawnProgram({
      program: CLI,
      args: [
        ...['worker', '--task-queue', taskQueue],
        ...['--workflows', WORKFLOWS, '--activities', ACTIVITIES],
      ],
      readyWhen: /Worker is polling/,
      environment,
      signal,
    });
    running.unshift(worker.stop);
    const startServer = async (
      own: NodeJS.ProcessEnv = {},
      manifest = BENCH_MANIFEST,
    ): Promise<SpawnedProgram> =>
      spawnProgram({
        program: CLI,
        args: ['serve', '--http', '--port', '0', '--manifest', manifest],
        readyWhen: /"url":"([^"]+)"/,
        environment: { ...environment, ...own },
        signal,
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
      startServer,
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
