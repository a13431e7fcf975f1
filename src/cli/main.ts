#!/usr/bin/env node
import * as nodeModule from 'node:module';

import { Command, type CommanderError } from 'commander';

import { packageInfo } from '../app/config/package-info.js';

import { createCheckCommand } from './commands/check.js';
import { createCodecServerCommand } from './commands/codec-server.js';
import { createDeliverCommand } from './commands/deliver.js';
import { createDevCommand } from './commands/dev.js';
import { createInitCommand } from './commands/init.js';
import { createServeCommand } from './commands/serve.js';
import { createTasksCommand } from './commands/tasks.js';
import { createWorkerCommand } from './commands/worker.js';
import { ExitCode, exitCodeOf } from './exit-code.js';
import { cleanText } from './tasks/show/clean-text.js';

// On Node 22 and newer, the next start takes what this one has compiled.
(nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();

/** Help and versions are no errors; all other messages of the parser are wrong usage. */
function endProcess({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? ExitCode.done : ExitCode.usage);
}

function overrideExits(command: Command): void {
  command.exitOverride(endProcess);
  command.commands.forEach(overrideExits);
}

const program = new Command(packageInfo.name)
  .description('MCP server whose tasks are Temporal Workflow Executions')
  .version(packageInfo.version)
  .showHelpAfterError()
  .addCommand(createDevCommand())
  .addCommand(createServeCommand())
  .addCommand(createWorkerCommand())
  .addCommand(createDeliverCommand())
  .addCommand(createTasksCommand())
  .addCommand(createCheckCommand())
  .addCommand(createInitCommand())
  .addCommand(createCodecServerCommand());

overrideExits(program);
try {
  await program.parseAsync();
  // Open handles (a native core, a keep-alive socket) have nothing more to do.
  process.exit();
} catch (error) {
  const isExplained = error instanceof Error && process.env['DEBUG'] === undefined;
  const text = isExplained ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`${cleanText(text)}\n`);
  process.exit(exitCodeOf(error));
}
