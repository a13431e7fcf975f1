import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { systemWorkerOptions } from '../../src/worker/system-worker.js';
import { workflowsPath } from '../../src/worker/workflows-path.js';

import { makeOnce } from './make-once.js';
import { temporalAddress } from './start-mcp-server.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const workflowPaths = {
  examples: workflowsPath,
  fixtures: join(root, 'lab/fixtures/workflows/index.ts'),
  samples: join(root, 'test/support/samples/typescript/workflows.ts'),
  system: systemWorkerOptions().workflowsPath,
};

/** Folders whose code can be in a bundle, besides packages. */
const bundledFolders = [
  'workflows',
  'lab/fixtures/workflows',
  'test/support/samples/typescript',
  'src/workflow',
  'src/worker/system-workflows',
  'src/jobs/workflows',
  'src/jobs/contract',
  'src/core',
];

/**
 * Sets of Workflows and Activities: those of `workflows/`, of `lab/fixtures/workflows/`, this package's own, and
 * samples without MCP.
 */
export type Definitions = keyof typeof workflowPaths;

/** Options of {@link runTestWorker}. */
export interface RunTestWorkerOptions {
  readonly definitions: Definitions;
  /** Task Queue to poll. Default: a new one with a random name. */
  readonly taskQueue?: string;
  /** Default: `default`. */
  readonly namespace?: string;
  /** Address of a Temporal Service. Default: the one that all tests share. */
  readonly address?: string;
}

/** A Worker that runs for a test. */
export interface TestWorker {
  /** The Task Queue that it polls. */
  readonly taskQueue: string;
  /** Stops the Worker, and cancels running Activities. Rejects if the Worker has failed. */
  stop(): Promise<void>;
}

/** Starts a real Worker in the process of all test Workers. */
export async function runTestWorker({
  definitions,
  taskQueue = `test-${randomUUID()}`,
  namespace = 'default',
  address = temporalAddress(),
}: RunTestWorkerOptions): Promise<TestWorker> {
  const codePath = await bundleTestWorkflows(definitions);
  const id = await askHost('POST', '/workers', {
    definitions,
    codePath,
    taskQueue,
    namespace,
    address,
  });
  let stopped: Promise<string> | undefined;
  return {
    taskQueue,
    async stop() {
      await (stopped ??= askHost('DELETE', `/workers/${id}`));
    },
  };
}

async function askHost(method: string, path: string, body?: object): Promise<string> {
  const url = process.env['MCP_TASKS_TEST_WORKER_HOST'];
  if (!url) throw new Error('MCP_TASKS_TEST_WORKER_HOST is not set: nobody runs Workers.');
  const response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The Worker failed: ${text}`);
  return text;
}

/**
 * Bundles Workflows once for each state of the sources: it takes seconds, and every test file of every jest process
 * uses the same bundle.
 *
 * @returns The path of the code.
 */
export async function bundleTestWorkflows(definitions: Definitions): Promise<string> {
  const folder = await makeOnce(definitions, {
    inputs: [await hashOfSources()],
    directory: join(tmpdir(), 'temporal-mcp-tasks-test-bundles'),
    make: async (unfinished) => {
      const { bundleWorkflows } = await import('./bundle-workflows.js');
      const code = await bundleWorkflows(workflowPaths[definitions], 'WARN');
      await writeFile(join(unfinished, 'bundle.cjs'), code);
    },
  });
  return join(folder, 'bundle.cjs');
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(join(root, 'package-lock.json')));
  for (const folder of bundledFolders) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((file) => file.endsWith('.ts')).sort()) {
      hash.update(name);
      hash.update(await readFile(join(root, folder, name)));
    }
  }
  return hash.digest('hex');
}
