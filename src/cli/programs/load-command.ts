import type { Command } from 'commander';

import type { CommandName } from '../create-command.js';

const LOADERS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  dev: async () => (await import('../commands/dev.js')).createDevCommand(),
  call: async () => (await import('../commands/call.js')).createCallCommand(),
  tools: async () => (await import('../commands/tools.js')).createToolsCommand(),
  connect: async () => (await import('../commands/connect.js')).createConnectCommand(),
  demo: async () => (await import('../commands/demo.js')).createDemoCommand(),
  serve: async () => (await import('../commands/serve.js')).createServeCommand(),
  worker: async () => (await import('../commands/worker.js')).createWorkerCommand(),
  check: async () => (await import('../commands/check.js')).createCheckCommand(),
  init: async () => (await import('../commands/init.js')).createInitCommand(),
};

/** Loads the code of one command. */
export async function loadCommand(name: CommandName): Promise<Command> {
  return LOADERS[name]();
}
