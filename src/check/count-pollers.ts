import { TaskQueueType } from '../temporal/link/proto-enums.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';

/** Returns the number of Workers that have recently polled a Task Queue for Workflow Tasks. */
export async function countPollers(calls: TemporalCalls, taskQueue: string): Promise<number> {
  const { pollers } = await calls.run(async (client) =>
    client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    }),
  );
  return pollers.length;
}
