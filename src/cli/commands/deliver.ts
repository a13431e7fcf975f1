import { Command } from 'commander';

import type { DeliverFlags } from '../actions/deliver.js';
import {
  addExamples,
  addManifestFlag,
  addSecretsHelp,
  addTemporalFlags,
  addWatchFlag,
} from '../options.js';

/** `deliver`: the Worker that brings events to the endpoints of subscriptions, with or without a server beside it. */
export function createDeliverCommand(): Command {
  const command = new Command('deliver').description(
    'run the Worker that brings events to webhooks (server.events.endpoints), with the servers’ manifest and secret',
  );
  return addExamples(
    addSecretsHelp(addTemporalFlags(addWatchFlag(addManifestFlag(command)))),
    'deliver --manifest mcp-tasks.yaml',
  ).action(async (flags: DeliverFlags) => (await import('../actions/deliver.js')).deliver(flags));
}
