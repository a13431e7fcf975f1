import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DefaultLogger } from '@temporalio/worker';

import * as exampleActivities from '../../activities/index.js';
import * as fixtureActivities from '../../fixtures/activities/index.js';
import { installRuntime } from '../../src/worker/install-runtime.js';
import { startWorker } from '../../src/worker/run-worker.js';
import { systemWorkerOptions } from '../../src/worker/system-worker.js';
import { workflowsPath } from '../../src/worker/workflows-path.js';

import { bundleWorkflows } from './bundle-workflows.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const definitions = {
  examples: { workflowsPath, activities: exampleActivities },
  fixtures: {
    workflowsPath: join(root, 'fixtures/workflows/index.ts'),
    activities: fixtureActivities,
  },
  system: systemWorkerOptions(),
};

/** All that can end up in a bundle, besides packages. */
const bundledFolders = [
  'workflows',
  'fixtures/workflows',
  'src/workflow',
  'src/system-workflows',
  'src/core',
];

/** Options of {@link runTestWorker}. */
export interface RunTestWorkerOptions {
  /** Whose Workflows and Activities it runs: those of `workflows/`, of `fixtures/workflows/`, or this package's own. */
  definitions: keyof typeof definitions;
  /** Task Queue to poll. Default: one of its own, by a random name. */
  taskQueue?: string;
}

/** A Worker that runs for a test. */
export interface TestWorker {
  /** The Task Queue that it polls. */
  taskQueue: string;
  /** Stops it, cancelling what still runs; rejects if it has failed. */
  stop(): Promise<void>;
}

/** Address of the Temporal Service that the tests share, as the jest setup has left it. */
export function testTemporalAddress(): string {
  const address = process.env['MCP_TASKS_TEST_TEMPORAL_ADDRESS'];
  if (!address) throw new Error('MCP_TASKS_TEST_TEMPORAL_ADDRESS is not set: no Temporal Service');
  return address;
}

/** Starts a real Worker against the tests' Temporal Service, in namespace `default`. */
export async function runTestWorker(options: RunTestWorkerOptions): Promise<TestWorker> {
  // Below errors there is only what the tests bring about on purpose.
  installRuntime(new DefaultLogger('ERROR'));
  const { taskQueue = `test-${randomUUID()}` } = options;
  const worker = await startWorker({
    connection: { address: testTemporalAddress() },
    ...definitions[options.definitions],
    taskQueue,
    bundle: { codePath: await bundleOf(options.definitions) },
    shutdownGraceMs: 0,
  });
  return { taskQueue, stop: () => worker.stop() };
}

/**
 * Path of a bundle, made at the first call for this state of the sources: bundling takes seconds,
 * and every test file of every jest process wants the same.
 */
async function bundleOf(name: keyof typeof definitions): Promise<string> {
  const folder = join(tmpdir(), 'temporal-mcp-tasks-test-bundles');
  const path = join(folder, `${name}-${await hashOfSources()}.cjs`);
  if (existsSync(path)) return path;

  const code = await bundleWorkflows(definitions[name].workflowsPath, 'WARN');
  await mkdir(folder, { recursive: true });
  // Renamed into place, so that a process that looks at the same moment never reads half a bundle.
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, code);
  await rename(unfinished, path);
  return path;
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(join(root, 'package-lock.json')));
  for (const folder of bundledFolders.filter((name) => existsSync(join(root, name)))) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((file) => file.endsWith('.ts')).sort()) {
      hash.update(name);
      hash.update(await readFile(join(root, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
