/** Continue-as-new: each run does one iteration, and starts the next run in its place. */
import { continueAsNew, sleep } from '@temporalio/workflow';

export async function loopingWorkflow(iteration = 0): Promise<number> {
  if (iteration >= 10) return iteration;
  await sleep(100);
  return continueAsNew<typeof loopingWorkflow>(iteration + 1);
}
