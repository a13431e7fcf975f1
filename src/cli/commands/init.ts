import { Command, InvalidArgumentError, Option } from 'commander';

import type { InitFlags } from '../actions/init.js';
import { addExamples, addTemporalFlags, DEFAULT_MANIFEST, listOption } from '../options.js';

const DEFAULT_EXECUTIONS = 20;
const MAX_EXECUTIONS = 200;

function parseCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MAX_EXECUTIONS) return count;
  throw new InvalidArgumentError(`Write a number from 1 to ${MAX_EXECUTIONS}.`);
}

/** `init`: writes a first manifest from recent executions of a namespace. */
export function createInitCommand(): Command {
  const command = new Command('init')
    .description('look at a live Temporal namespace, and write a manifest for a person to correct')
    .addOption(
      new Option('--out <path>', 'the manifest that is written; "-" is standard output').default(
        DEFAULT_MANIFEST,
      ),
    )
    .option('--stdout', 'write to standard output (the same as --out -)')
    .option('--force', 'write over a file that is there')
    .addOption(
      listOption(
        '--workflow <type>',
        'this Workflow Type only, even if it has no Worker, or other Workflows start it',
      ),
    )
    .addOption(listOption('--task-queue <name>', 'what was started on this Task Queue only'))
    .addOption(
      new Option('--executions <number>', 'executions of each Workflow Type that are read')
        .default(DEFAULT_EXECUTIONS)
        .argParser(parseCount),
    );
  return addExamples(
    addTemporalFlags(command),
    'init',
    'init --stdout --workflow OrderWorkflow --workflow RefundWorkflow',
  ).action(async (flags: InitFlags) => (await import('../actions/init.js')).init(flags));
}
