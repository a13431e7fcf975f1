import { createServeCommand } from '../commands/serve.js';

import { runProgram } from './run-program.js';

await runProgram([createServeCommand()]);
