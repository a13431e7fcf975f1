/** A chaos Worker as a separate process. Its Workflow code is already bundled, so that a restart takes a second. */
import { untilStopped } from '../../../src/cli/until-stopped.js';
import { startWorker } from '../../../src/worker/run-worker.js';
import * as activities from '../activities/index.js';

const { TEMPORAL_ADDRESS: address = '', CHAOS_TASK_QUEUE: taskQueue = '' } = process.env;
const worker = await startWorker({
  connection: { address },
  taskQueue,
  activities,
  workflowsPath: '',
  bundle: { codePath: process.env['CHAOS_BUNDLE'] ?? '' },
  shutdownGraceMs: 1_000,
});
process.stderr.write('Worker is polling\n');
await untilStopped([async () => worker.stop()], worker.stopped);
process.exit();
