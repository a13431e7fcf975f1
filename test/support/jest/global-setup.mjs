/**
 * Jest calls this once a run, if a suite of a project with this setup runs. It gives the suites
 * a Temporal Service and a process for their Workers in environment variables:
 *
 * - MCP_TASKS_TEST_TEMPORAL_ADDRESS: TEMPORAL_ADDRESS if set, else the address of this run's dev server
 * - MCP_TASKS_TEST_WORKER_HOST: the URL of worker-host.mjs
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { putTemporalOnPath } from '../../../scripts/temporal-cli.mjs';

import compileFirst from './compile-first.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Functions that undo the setup, called from last to first. */
const undoing = [];

/** Undoes the setup; jest calls it through global-teardown.mjs, in this process. */
export async function tearDownTemporal() {
  for (const signal of signals) process.off(signal, dieBySignal);
  for (const undo of undoing.splice(0).reverse()) await undo();
}

// A signal ends Node without its exit event, so the servers must be ended here.
function dieBySignal(signal) {
  void tearDownTemporal().finally(() => process.kill(process.pid, signal));
}

export default async function setUpTemporal() {
  compileFirst();
  for (const signal of signals) process.on(signal, dieBySignal);
  await Promise.all([provideTemporal(), startWorkerHost()]);
}

async function provideTemporal() {
  const configured = process.env.TEMPORAL_ADDRESS;
  // With a Temporal Service, only suites that start a server of their own need the CLI.
  const hasCli = putTemporalOnPath({ mayInstall: !configured });
  if (configured) {
    process.env.MCP_TASKS_TEST_TEMPORAL_ADDRESS = configured;
    return;
  }
  if (!hasCli) process.exit(1);
  const { startDevServer } = await import('../../../dist/src/cli/dev-server.js');
  const directory = mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-test-'));
  const server = await startDevServer({
    port: 0,
    databasePath: join(directory, 'temporal.db'),
    searchAttributes: {
      McpOwner: 'Keyword',
      OrderId: 'Keyword',
      Amount: 'Double',
      DueAt: 'Datetime',
      Customer: 'Keyword',
    },
  });
  process.env.MCP_TASKS_TEST_TEMPORAL_ADDRESS = server.address;
  undoing.push(async () => {
    // Its state is not needed, and a graceful end takes a second.
    kill(server.pid);
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });
}

async function startWorkerHost() {
  const host = fork(new URL('worker-host.mjs', import.meta.url), { execArgv: [] });
  undoing.push(() => host.kill('SIGKILL'));
  const port = await new Promise((resolve, reject) => {
    host.once('message', resolve);
    host.once('exit', () => reject(new Error('The process for the Workers has ended.')));
  });
  process.env.MCP_TASKS_TEST_WORKER_HOST = `http://127.0.0.1:${port}`;
  // It must not keep jest alive if jest ends in another way.
  host.unref();
  host.channel.unref();
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
