/** The program that scripts/bundle.mjs bundles: what hosts and people start often, and what needs no Worker. */
import { createServeCommand } from '../commands/serve.js';
import { createTasksCommand } from '../commands/tasks.js';

import { runProgram } from './run-program.js';

await runProgram([createServeCommand(), createTasksCommand()]);
