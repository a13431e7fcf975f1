import { Command } from 'commander';

import type { CheckFlags } from '../actions/check.js';
import { addManifestFlag, addTemporalFlags } from '../options.js';

const HELP = `
Levels:
  PROBLEM: such calls do not work. warning: they may not, and it says how sure that is. unknown: it cannot be told
  without a start. Exit code: 1 for a PROBLEM, with --strict for a warning, too.

Examples:
  temporal-mcp-tasks check
  temporal-mcp-tasks check --strict --json --manifest 'teams/*.yaml'`;

/** `check`: exits with 1 when calls to the tools would not work, and says why. */
export function createCheckCommand(): Command {
  const command = new Command('check')
    .description('check a manifest, then hold it against the live Temporal namespace')
    .option('--offline', 'check the manifest only')
    .option('--strict', 'exit with 1 for warnings too')
    .option('--json', 'print JSON');
  return addTemporalFlags(addManifestFlag(command))
    .addHelpText('after', HELP)
    .action(async (flags: CheckFlags) => (await import('../actions/check.js')).check(flags));
}
