/** The program with all commands. It loads the named one alone; its help needs none of them. */
import type { Command } from 'commander';

import {
  type CommandName,
  COMMAND_NAMES,
  createCommand,
  isCommandName,
} from '../create-command.js';
import { ExitCode } from '../exit-code.js';

import { runProgram } from './run-program.js';

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

const [, , first, second] = process.argv;
const name = first === 'help' ? second : first;
// Who reads a command's output may stop early (`demo | head`). A server over stdio ends its clients itself.
if (name !== 'serve') {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(ExitCode.done);
  });
}
await runProgram(isCommandName(name) ? [await LOADERS[name]()] : COMMAND_NAMES.map(createCommand));
