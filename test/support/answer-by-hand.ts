import { type Client, defaultPayloadConverter } from '@temporalio/client';
import proto from '@temporalio/proto';

const { CommandType } = proto.temporal.api.enums.v1;

const POLL_MS = 60_000;

/** The parts of an Application Failure, as a Worker in any language sends it. */
export interface HandMadeFailure {
  readonly type: string;
  readonly message: string;
  /** Any JSON. */
  readonly detail: unknown;
}

/**
 * Acts as a Worker for one Workflow Task: takes the next Workflow Execution of a Task Queue without other Workers, and
 * fails it. Fixtures do not have such endings.
 */
export async function failNextByHand(
  client: Client,
  taskQueue: string,
  { type, message, detail }: HandMadeFailure,
): Promise<void> {
  const { workflowService } = client;
  const { namespace, identity } = client.options;
  // The service requires a deadline for a long poll.
  const { taskToken } = await client.withDeadline(Date.now() + POLL_MS, async () =>
    workflowService.pollWorkflowTaskQueue({ namespace, identity, taskQueue: { name: taskQueue } }),
  );
  await workflowService.respondWorkflowTaskCompleted({
    namespace,
    identity,
    taskToken,
    commands: [
      {
        commandType: CommandType.COMMAND_TYPE_FAIL_WORKFLOW_EXECUTION,
        failWorkflowExecutionCommandAttributes: {
          failure: {
            message,
            applicationFailureInfo: {
              type,
              nonRetryable: true,
              details: { payloads: [defaultPayloadConverter.toPayload(detail)] },
            },
          },
        },
      },
    ],
  });
}
