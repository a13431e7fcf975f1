/** The program with all commands. It loads the named one alone; its help needs none of them. */
import { COMMAND_NAMES, createCommand, isCommandName } from '../create-command.js';
import { ExitCode } from '../exit-code.js';

import { loadCommand } from './load-command.js';
import { runProgram } from './run-program.js';

const [, , first, second] = process.argv;
const name = first === 'help' ? second : first;
// Who reads a command's output may stop early (`demo | head`). A server over stdio ends its clients itself.
if (name !== 'serve') {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(ExitCode.done);
  });
}
await runProgram(
  isCommandName(name) ? [await loadCommand(name)] : COMMAND_NAMES.map(createCommand),
);
