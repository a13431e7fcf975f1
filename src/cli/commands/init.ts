import { Command, InvalidArgumentError, Option } from 'commander';

import type { InitFlags } from '../actions/init.js';
import { addTemporalFlags, DEFAULT_MANIFEST } from '../options.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 200;

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`Write a number from 1 to ${MAX_LIMIT}.`);
}

/** `init`: writes a first manifest from what ran in a namespace lately. */
export function createInitCommand(): Command {
  const command = new Command('init')
    .description('look at a live Temporal namespace, and write a manifest for a person to correct')
    .addOption(
      new Option('--manifest <path>', 'what is written; "-" is standard output').default(
        DEFAULT_MANIFEST,
      ),
    )
    .option('--stdout', 'write to standard output (the same as --manifest -)')
    .option('--force', 'write over a file that is there')
    .option('--workflow <type...>', 'these Workflow Types only, be they children or without Worker')
    .option('--task-queue <name...>', 'what was started on these Task Queues only')
    .addOption(
      new Option('--limit <number>', 'executions of each Workflow Type that are read')
        .default(DEFAULT_LIMIT)
        .argParser(parseLimit),
    );
  return addTemporalFlags(command).action(async (flags: InitFlags) =>
    (await import('../actions/init.js')).init(flags),
  );
}
