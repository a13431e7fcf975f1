/** The program with all commands. It loads the named one alone, or all of them for the help. */
import type { Command } from 'commander';

import { runProgram } from './run-program.js';

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  dev: async () => (await import('../commands/dev.js')).createDevCommand(),
  demo: async () => (await import('../commands/demo.js')).createDemoCommand(),
  serve: async () => (await import('../commands/serve.js')).createServeCommand(),
  worker: async () => (await import('../commands/worker.js')).createWorkerCommand(),
  check: async () => (await import('../commands/check.js')).createCheckCommand(),
  init: async () => (await import('../commands/init.js')).createInitCommand(),
};

const [, , name = ''] = process.argv;
const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const loaders = named ? [named] : Object.values(COMMANDS);
await runProgram(await Promise.all(loaders.map(async (load) => load())));
