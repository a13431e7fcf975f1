import { Command, Option } from 'commander';

import type { CheckFlags } from '../actions/check.js';
import { addManifestFlag, addTemporalFlags } from '../options.js';

/** `check`: exits with 1 when calls to the tools would not work, and says why. */
export function createCheckCommand(): Command {
  const command = new Command('check')
    .description('check a manifest, then hold it against the live Temporal namespace')
    .option('--offline', 'check the manifest only')
    .addOption(
      new Option('--task <id>', 'say in full what keeps a task from going on').conflicts('offline'),
    )
    .addOption(
      new Option(
        '--as <file>',
        'say why somebody sees and may call a tool or not: a file with an access token, or with claims as JSON; - for standard input',
      ).conflicts('task'),
    )
    .addOption(new Option('--json', 'with --as: print JSON').conflicts('task'));
  return addTemporalFlags(addManifestFlag(command)).action(async (flags: CheckFlags) =>
    (await import('../actions/check.js')).check(flags),
  );
}
