import { createTasksCommand } from '../commands/tasks.js';

import { runProgram } from './run-program.js';

await runProgram([createTasksCommand()]);
