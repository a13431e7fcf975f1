/**
 * Jest calls this once a run, whichever projects share it, and only when one of their suites runs. It
 * hands the suites a Temporal Service in two environment variables:
 *
 * - MCP_TASKS_TEST_TEMPORAL_ADDRESS: TEMPORAL_ADDRESS if set, else that of a dev server of this run
 * - MCP_TASKS_TEST_TEMPORAL_CLI: a Temporal CLI, for suites that start servers of their own; with
 *   TEMPORAL_ADDRESS set it is missing when there is none on this machine
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const say = (line) => process.stderr.write(`${line}\n`);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

let tearDown = () => Promise.resolve();

/** Undoes what the setup did; jest calls it through global-teardown.mjs, in this process. */
export const tearDownTemporal = () => tearDown();

export default async function setUpTemporal() {
  const { findTemporalCli, startDevServer } = await loadCompiled();
  const configured = process.env.TEMPORAL_ADDRESS;
  if (configured) {
    process.env.MCP_TASKS_TEST_TEMPORAL_ADDRESS = configured;
    await findTemporalCli({ install: false }).then(
      ({ path }) => (process.env.MCP_TASKS_TEST_TEMPORAL_CLI ??= path),
      () => undefined,
    );
    return;
  }

  process.env.MCP_TASKS_TEST_TEMPORAL_CLI ??= (await findTemporalCli({ report: say })).path;
  const directory = mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-test-'));
  const server = await startDevServer({
    cliPath: process.env.MCP_TASKS_TEST_TEMPORAL_CLI,
    port: 0,
    uiPort: false,
    databasePath: join(directory, 'temporal.db'),
  });
  process.env.MCP_TASKS_TEST_TEMPORAL_ADDRESS = server.address;

  // A signal ends Node without its exit event, and so past what would end the server.
  const dieBySignal = (signal) => {
    void tearDown().finally(() => process.kill(process.pid, signal));
  };
  tearDown = async () => {
    for (const signal of signals) process.off(signal, dieBySignal);
    // Nobody needs its state, and a graceful end takes a second.
    kill(server.pid);
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  for (const signal of signals) process.on(signal, dieBySignal);
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone already.
  }
}

async function loadCompiled() {
  try {
    return {
      ...(await import('../../dist/src/local-temporal/find-temporal-cli.js')),
      ...(await import('../../dist/src/local-temporal/start-dev-server.js')),
    };
  } catch (error) {
    throw new Error('The compiled program is missing: run `npm run build`, or use `npm test`.', {
      cause: error,
    });
  }
}
