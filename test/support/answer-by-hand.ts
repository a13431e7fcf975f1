import { type Client, defaultPayloadConverter } from '@temporalio/client';
import proto from '@temporalio/proto';

const { CommandType } = proto.temporal.api.enums.v1;

const POLL_MS = 60_000;

/** An Application Failure, as a Worker in any language makes it. */
export interface HandMadeFailure {
  readonly type: string;
  readonly message: string;
  /** Any JSON. */
  readonly detail: unknown;
}

/**
 * A Worker of one Workflow Task: takes the next Workflow Execution of a Task Queue that nobody else polls, and
 * fails it. For endings that no fixture has.
 */
export async function failNextByHand(
  client: Client,
  taskQueue: string,
  { type, message, detail }: HandMadeFailure,
): Promise<void> {
  const { workflowService } = client;
  const { namespace, identity } = client.options;
  // The service wants a deadline for a long poll.
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
