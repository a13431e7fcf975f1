import { type Client, defaultPayloadConverter } from '@temporalio/client';

/** An Activity that a Workflow has scheduled. */
export interface RunActivity {
  readonly type: string;
  readonly arguments: readonly unknown[];
  readonly isCompleted: boolean;
}

/** Reads the Activities of a Workflow's last run, in the order of their schedules. */
export async function readActivities(client: Client, workflowId: string): Promise<RunActivity[]> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const completed = new Set(
    events?.map((event) =>
      event.activityTaskCompletedEventAttributes?.scheduledEventId?.toString(),
    ),
  );
  return (events ?? []).flatMap(({ eventId, activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled
      ? {
          type: scheduled.activityType?.name ?? '',
          arguments: (scheduled.input?.payloads ?? []).map((payload) =>
            defaultPayloadConverter.fromPayload<unknown>(payload),
          ),
          isCompleted: completed.has(eventId?.toString()),
        }
      : [],
  );
}
