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
    );
  return addTemporalFlags(addManifestFlag(command)).action(async (flags: CheckFlags) =>
    (await import('../actions/check.js')).check(flags),
  );
}
