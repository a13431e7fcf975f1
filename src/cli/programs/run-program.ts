import { Command } from 'commander';

import { packageInfo } from '../../app/config/package-info.js';
import { exitCodeOf } from '../exit-code.js';
import { cleanText } from '../tasks/show/clean-text.js';

/** Runs the command that the arguments of this process name, and ends the process. */
export async function runProgram(...commands: readonly Command[]): Promise<never> {
  const program = new Command(packageInfo.name)
    .description('MCP server whose tasks are Temporal Workflow Executions')
    .version(packageInfo.version)
    .showHelpAfterError();
  for (const command of commands) program.addCommand(command);
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
}
