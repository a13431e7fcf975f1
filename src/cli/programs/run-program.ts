import { Command, type CommanderError } from 'commander';

import { cleanLines } from '../../app/config/clean-text.js';
import { packageInfo } from '../../app/config/package-info.js';
import { ExitCode } from '../exit-code.js';
import { keepStdout } from '../keep-stdout.js';

/** Help and versions aren't errors; all other messages of the parser are wrong usage. */
function endProcess({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? ExitCode.done : ExitCode.usage);
}

function overrideExits(command: Command): void {
  command.exitOverride(endProcess);
  command.commands.forEach(overrideExits);
}

/** The flags with which a program reads standard output: JSON, MCP's messages or a manifest. */
interface AnswerFlags {
  readonly json?: true | undefined;
  readonly stdio?: true | undefined;
  readonly stdout?: true | undefined;
  readonly out?: string | undefined;
}

function isForProgram({ json, stdio, stdout, out }: AnswerFlags): boolean {
  return json ?? stdio ?? stdout ?? out === '-';
}

export async function runProgram(commands: readonly Command[]): Promise<never> {
  const program = new Command(packageInfo.name)
    .description('MCP server whose tasks are Temporal Workflow Executions')
    .version(packageInfo.version)
    .showHelpAfterError();
  for (const command of commands) program.addCommand(command);
  overrideExits(program);
  program.hook('preAction', (_program, command) => {
    if (isForProgram(command.opts())) keepStdout();
  });
  try {
    await program.parseAsync();
    // Open handles (a native core, a keep-alive socket) would keep the process alive.
    process.exit();
  } catch (error) {
    const isExplained = error instanceof Error && process.env['DEBUG'] === undefined;
    const text = isExplained ? error.message : String((error as Error).stack ?? error);
    process.stderr.write(`${cleanLines(text)}\n`);
    process.exit(ExitCode.error);
  }
}
