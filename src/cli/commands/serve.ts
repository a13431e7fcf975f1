import { Command, Option } from 'commander';

import type { ServeFlags } from '../actions/serve.js';
import {
  addExamples,
  addHttpFlags,
  addManifestFlag,
  addSecretsHelp,
  addTemporalFlags,
  addWatchFlag,
} from '../options.js';

/** `serve`: the MCP server alone. It also starts while Temporal is down, and connects when Temporal is back. */
export function createServeCommand(): Command {
  const command = new Command('serve')
    .description('serve the tools of a manifest to MCP clients')
    .addOption(new Option('--http', 'Streamable HTTP (the default)').conflicts('stdio'))
    .addOption(
      new Option(
        '--stdio',
        'standard input and output, for a client that starts this process',
      ).conflicts('watch'),
    );
  return addExamples(
    addSecretsHelp(addHttpFlags(addTemporalFlags(addWatchFlag(addManifestFlag(command))))),
    'serve',
    'serve --stdio --manifest tools.yaml --manifest teams/',
  ).action(async (flags: ServeFlags) => (await import('../actions/serve.js')).serve(flags));
}
