/**
 * `npm run with-postgres [-- COMMAND ARG …]`: runs a command beside a real Temporal Service on PostgreSQL, with two
 * frontends behind one address. Without a command, it runs until Ctrl-C. Needs PostgreSQL, and Go to build the service
 * once, which takes minutes. It deletes its state at the end. The command gets these environment variables:
 *
 * - TEMPORAL_ADDRESS: the address of both frontends
 * - TEMPORAL_METRICS: the Prometheus endpoints of the service, one of each process
 * - TEMPORAL_PID_FILES: a file for each process; a killed process restarts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { createSchema, startPostgres } from './postgres/database.mjs';
import { install, VERSION } from './postgres/installation.mjs';
import { compareCounts, readCounts } from './postgres/metrics.mjs';
import { findFreePorts, say, undoAll, undoLater } from './postgres/programs.mjs';
import { prepareNamespace, startBalancer, startServices } from './postgres/service.mjs';

/** The service updates its metrics once a second. */
const METRICS_LAG_MS = 1_500;

async function startAll() {
  const folder = install();
  const directory = fs.mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-postgres-'));
  undoLater(async () => fs.rmSync(directory, { recursive: true, force: true }));
  const [database] = await findFreePorts(1);
  await startPostgres(directory, database);
  createSchema(folder, database);
  const frontends = await startServices(folder, directory, database);
  const address = await startBalancer(frontends);
  await prepareNamespace(address);
  const metrics = frontends.map((frontend) => frontend.metrics);
  say(`Temporal ${VERSION} on PostgreSQL: TEMPORAL_ADDRESS=${address}`);
  say(`Its metrics: ${metrics.join(' ')}`);
  return { address, metrics, pidFiles: frontends.map(({ pidFile }) => pidFile) };
}

async function runCommand([command, ...args], { address, metrics, pidFiles }) {
  const env = {
    ...process.env,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_METRICS: metrics.join(','),
    TEMPORAL_PID_FILES: pidFiles.join(','),
  };
  const child = spawn(command, args, { env, stdio: 'inherit' });
  void stopped.then(() => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** Prints the service's counts during a command. A killed process counts from its restart. */
async function counting(metrics, act) {
  await pause(METRICS_LAG_MS);
  const before = await readCounts(metrics);
  const result = await act();
  await pause(METRICS_LAG_MS);
  const after = await readCounts(metrics).catch(() => new Map());
  const lines = compareCounts(before, after);
  if (lines.length > 0) say(['The Temporal Service has counted:', ...lines].join('\n'));
  return result;
}

const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
});
try {
  const service = await startAll();
  const command = process.argv.slice(2);
  if (command.length === 0) await stopped;
  else process.exitCode = await counting(service.metrics, async () => runCommand(command, service));
} finally {
  await undoAll();
}
