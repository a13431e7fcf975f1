/** The parts under test: a Temporal Service, Workers, replicas of the server, and the links between them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

import { OWNERS } from '../plan/errand.js';
import type { WorldSize } from '../plan/schedule-faults.js';

import { type Balancer, startBalancer } from './balancer.js';
import { createGivenTemporal, findGivenTemporal } from './given-temporal.js';
import { type LabService, startLabService } from './lab-service.js';
import { createLink, type Link } from './link.js';
import { listen } from './listen.js';
import { createProgram, type Program, type ProgramOptions } from './program.js';
import { createDevTemporal, type Temporal, type TemporalOptions } from './temporal.js';

/** Paths from `dist/lab/chaos/world`. The manifest is not compiled, so it lies in the source tree. */
const CLI = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url));
const WORKER = fileURLToPath(new URL('worker-program.js', import.meta.url));
const WORKFLOWS = fileURLToPath(new URL('../workflows/index.js', import.meta.url));
const MANIFEST = fileURLToPath(new URL('../../../../lab/chaos/mcp-tasks.yaml', import.meta.url));
const CLOCK = new URL('shift-clock.js', import.meta.url).href;
const SECRET_BYTES = 32;
const OF_ERRANDS = { program: WORKER, args: [] };
const OF_JOBS = {
  program: CLI,
  args: ['worker', '--task-queue', 'chaos-unused', '--manifest', MANIFEST],
};

/** A process, and its link to Temporal. */
export interface Node {
  readonly program: Program;
  readonly toTemporal: Link;
}

/** A replica of the server, and the link from clients to it. */
export interface Replica extends Node {
  readonly fromClients: Link;
}

/** All parts of a run. */
export interface World {
  readonly temporal: Temporal;
  readonly replicas: readonly Replica[];
  /** Those for errands, then those for jobs. */
  readonly workers: readonly Node[];
  readonly service: LabService;
  readonly balancer: Balancer;
  /** The Task Queue of all errands. */
  readonly taskQueue: string;
  readonly startedMs: number;
  /** Path of the file with the Workers' attempts, one line of JSON each. */
  readonly attemptsPath: string;
  /** Returns the access token of a person. */
  readonly tokenOf: (name: string) => string;
  /** Keeps the files after the end, and returns their folder. */
  readonly keepFiles: () => string;
  /** Stops all parts, and deletes the files unless they are kept. */
  readonly stop: () => Promise<void>;
}

/** The settings of a world. */
export interface WorldOptions extends Pick<WorldSize, 'replicas' | 'workers'> {
  /** Seed of the faults of the service. */
  readonly seed: number;
  /** Minutes by which the clock of the first Worker of each kind is ahead. Default: 0. */
  readonly clockAhead?: number;
  /** Additional environment variables of the replicas. */
  readonly replicaEnvironment?: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
  /** Called with error lines of replicas, and with unexpected ends of replicas and Workers. */
  readonly onTrouble: (line: string) => void;
}

/** A person with a token and without tasks, whose client floods the server. */
export const FLOODER = 'eve';

type Stops = (() => Promise<unknown>)[];

async function startNode(
  stops: Stops,
  setUp: (temporalPort: number, toTemporal: Link) => Program,
): Promise<Node> {
  const toTemporal = createLink();
  const listener = await listen(toTemporal.carry);
  stops.unshift(listener.stop);
  const program = setUp(listener.port, toTemporal);
  stops.unshift(async () => program.stop());
  return { program, toTemporal };
}

/** Passes on error lines of a program. Warnings about outages are left out, since the faults cause them. */
function toTrouble(name: string, onTrouble: WorldOptions['onTrouble']): (line: string) => void {
  return (line) => {
    if (/"level":("error"|50|"fatal"|60)|Uncaught|^\s+at /.test(line))
      onTrouble(`${name}: ${line}`);
  };
}

/** Returns the environment variables of all programs. */
function toEnvironment(directory: string, tokenOf: World['tokenOf']): NodeJS.ProcessEnv {
  const hashes = [...OWNERS, FLOODER].map((name) => [
    `CHAOS_SHA256_${name}`,
    createHash('sha256').update(tokenOf(name)).digest('hex'),
  ]);
  return {
    ...(Object.fromEntries(hashes) as NodeJS.ProcessEnv),
    TEMPORAL_MCP_TASKS_SECRET: randomBytes(SECRET_BYTES).toString('hex'),
    CHAOS_TASK_QUEUE: `chaos-${randomUUID()}`,
    CHAOS_BUNDLE: join(directory, 'workflows.js'),
    CHAOS_ATTEMPTS: join(directory, 'attempts.jsonl'),
    // Replicas report that they are ready at this level.
    LOG_LEVEL: 'info',
  };
}

async function startReplica(
  index: number,
  stops: Stops,
  { environment, onTrouble }: StartOptions,
): Promise<Replica> {
  const fromClients = createLink();
  const name = `replica ${index}`;
  const node = await startNode(stops, (port) =>
    createProgram({
      program: CLI,
      args: ['serve', '--http', '--port', '0', '--manifest', MANIFEST],
      readyWhen: /"url":"([^"]+)"/,
      environment: { ...environment, TEMPORAL_ADDRESS: `127.0.0.1:${port}` },
      onLine: toTrouble(name, onTrouble),
      onReady: (url) => {
        fromClients.setTarget(Number(new URL(url).port));
      },
      onUnexpectedEnd: () => {
        onTrouble(`${name} has ended by itself`);
      },
    }),
  );
  return { ...node, fromClients };
}

async function startWorkerNode(
  { program, args }: Pick<ProgramOptions, 'program' | 'args'>,
  stops: Stops,
  { environment, onTrouble }: StartOptions,
): Promise<Node> {
  return startNode(stops, (port) =>
    createProgram({
      program,
      args,
      readyWhen: /Worker is polling/,
      environment: { ...environment, TEMPORAL_ADDRESS: `127.0.0.1:${port}` },
      onUnexpectedEnd: () => {
        onTrouble(`${args[0] ?? 'worker of errands'} has ended by itself`);
      },
    }),
  );
}

interface StartOptions extends Pick<WorldOptions, 'onTrouble'> {
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Starts all parts, with their own processes, ports and files.
 *
 * @throws the error of the part that failed to start; all parts are stopped then
 */
export async function startWorld(options: WorldOptions): Promise<World> {
  // Each program adds listeners of its end.
  setMaxListeners(0, process);
  const stops: Stops = [];
  const stop = async (): Promise<void> => {
    for (const stopOne of stops.splice(0)) await stopOne();
  };
  try {
    return { ...(await build(stops, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connects to the Temporal Service of TEMPORAL_ADDRESS, or creates a dev server. */
function createTemporal(options: TemporalOptions): Temporal {
  const given = findGivenTemporal(process.env);
  return given ? createGivenTemporal(given, options) : createDevTemporal(options);
}

async function build(stops: Stops, options: WorldOptions): Promise<Omit<World, 'stop'>> {
  const { signal, report, onTrouble } = options;
  const directory = mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-chaos-'));
  let isKept = false;
  const keepFiles = (): string => {
    isKept = true;
    return directory;
  };
  stops.unshift(async () => {
    if (!isKept) rmSync(directory, { recursive: true, force: true });
    return Promise.resolve();
  });
  report('Starting Temporal, Workers and replicas …');
  const tokenSecret = randomUUID();
  const tokenOf = (name: string): string => `${name}-${tokenSecret}`;
  const startedMs = Date.now();
  const service = await startLabService(options.seed);
  stops.unshift(service.stop);
  const environment: NodeJS.ProcessEnv = {
    ...toEnvironment(directory, tokenOf),
    CHAOS_SERVICE_URL: service.url,
  };
  const { code } = await bundleWorkflowCode({
    workflowsPath: WORKFLOWS,
    logger: new DefaultLogger('ERROR'),
  });
  await writeFile(environment['CHAOS_BUNDLE'] ?? '', code);

  const nodes: Node[] = [];
  const temporal = createTemporal({
    signal,
    databasePath: join(directory, 'temporal.db'),
    onReady: (address) => {
      const [host, port] = address.split(':');
      for (const { toTemporal } of nodes) toTemporal.setTarget(Number(port), host);
    },
  });
  stops.unshift(async () => temporal.stop());
  const indexes = (count: number): number[] => [...Array(count).keys()];
  const { clockAhead = 0 } = options;
  const toClock = (index: number): NodeJS.ProcessEnv =>
    index === 0 && clockAhead > 0
      ? { NODE_OPTIONS: `--import ${CLOCK}`, CHAOS_CLOCK_AHEAD: String(clockAhead) }
      : {};
  const toOptions = (index: number): StartOptions => ({
    onTrouble,
    environment: { ...environment, ...toClock(index) },
  });
  const ofReplicas = {
    onTrouble,
    environment: { ...environment, ...options.replicaEnvironment },
  };
  const replicas = await Promise.all(
    indexes(options.replicas).map(async (index) => startReplica(index, stops, ofReplicas)),
  );
  const workers = await Promise.all(
    [OF_ERRANDS, OF_JOBS].flatMap((program) =>
      indexes(options.workers).map(async (index) =>
        startWorkerNode(program, stops, toOptions(index)),
      ),
    ),
  );
  nodes.push(...replicas, ...workers);
  await temporal.start(0);
  await Promise.all(nodes.map(async ({ program }) => program.start()));
  signal.throwIfAborted();
  const balancer = await startBalancer(replicas.map(({ fromClients }) => fromClients));
  stops.unshift(balancer.stop);
  const { CHAOS_ATTEMPTS: attemptsPath = '', CHAOS_TASK_QUEUE: taskQueue = '' } = environment;
  const parts = { temporal, replicas, workers, service, balancer };
  return { ...parts, taskQueue, startedMs, attemptsPath, tokenOf, keepFiles };
}
