import { Command, Option } from 'commander';

import type { DevFlags } from '../actions/dev.js';
import {
  addExamples,
  addHttpFlags,
  addManifestFlag,
  addSecretsHelp,
  addTemporalFlags,
  addWatchFlag,
  parsePort,
} from '../options.js';

const DEFAULT_TEMPORAL_PORT = 7233;

/** `dev`: a local Temporal, the examples' worker and the MCP server, in one command. */
export function createDevCommand(): Command {
  const command = new Command('dev')
    .description('start a local Temporal, a worker and the MCP server')
    .addOption(
      new Option('--temporal-port <number>', 'where a local Temporal is looked for or started')
        .default(DEFAULT_TEMPORAL_PORT)
        .argParser(parsePort),
    )
    .addOption(
      new Option('--ui-port <number>', 'Temporal Web UI (default: Temporal port + 1000)').argParser(
        parsePort,
      ),
    )
    .option('--data <path>', 'SQLite file of the local Temporal (default: .temporal/dev-<port>.db)')
    .option('--no-worker', 'start no worker: yours polls the Task Queues of the manifest');
  return addExamples(
    addSecretsHelp(addHttpFlags(addTemporalFlags(addWatchFlag(addManifestFlag(command))))),
    'dev',
    'dev --no-worker --watch --manifest tools.yaml',
  ).action(async (flags: DevFlags) => (await import('../actions/dev.js')).dev(flags));
}
