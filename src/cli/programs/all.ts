/** The program with all commands. */
import { createCheckCommand } from '../commands/check.js';
import { createDemoCommand } from '../commands/demo.js';
import { createDevCommand } from '../commands/dev.js';
import { createInitCommand } from '../commands/init.js';
import { createServeCommand } from '../commands/serve.js';
import { createWorkerCommand } from '../commands/worker.js';

import { runProgram } from './run-program.js';

await runProgram([
  createDevCommand(),
  createDemoCommand(),
  createServeCommand(),
  createWorkerCommand(),
  createCheckCommand(),
  createInitCommand(),
]);
