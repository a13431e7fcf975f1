import { Command } from 'commander';

/** The purpose of each command, for its own help and for the program's. */
const PURPOSES = {
  dev: 'start a local Temporal, a worker and the MCP server',
  call: 'call a tool of an MCP server once, and answer its questions at the prompt',
  tools: 'list the tools that MCP clients see',
  connect: 'print how to add the server to an MCP host; nothing is written',
  demo: 'show what the example tools do; where no server runs, it starts all that they need',
  serve: 'serve the tools of a manifest to MCP clients',
  worker:
    'run a Temporal Worker (default: with the example Workflows), which also carries out jobs, webhooks and cancel.terminateAfter',
  check: 'check a manifest, then compare it with the live Temporal namespace',
  init: 'look at a live Temporal namespace, and write a manifest for a person to correct',
};

export type CommandName = keyof typeof PURPOSES;

export const COMMAND_NAMES = Object.keys(PURPOSES) as readonly CommandName[];

export function isCommandName(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(PURPOSES, name);
}

export function createCommand(name: CommandName): Command {
  return new Command(name).description(PURPOSES[name]);
}
