/** Why a Workflow Task fails, in the words of the Worker: for operators, and never for a client. */
import type { temporal } from '@temporalio/proto';

import { EventType } from './proto-enums.js';
import type { TemporalCalls } from './temporal-calls.js';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type Failure = temporal.api.failure.v1.IFailure;

/** The failure stands at the end of a history, with at most a few Signals behind it. */
const EVENTS_LOOKED_AT = 50;
/** Lines of a stack trace that say where it was. */
const STACK_LINES = 3;

/** Where it was: of JavaScript and Java, the first frames; of Python, the last ones; of Go, what comes first. */
function toShortStack(stack: string): string {
  const lines = stack.split('\n').filter((line) => line.trim() !== '');
  const frames = lines.filter((line) => /^\s*at /.test(line));
  if (frames.length > 0) return frames.slice(0, STACK_LINES).join('\n');
  const isPython = lines.some((line) => /^\s*File "/.test(line));
  return (isPython ? lines.slice(-STACK_LINES) : lines.slice(0, STACK_LINES)).join('\n');
}

/** A failure in full, with its causes: for an operator, and not for a client. */
export function describeFailure(failure: Failure): string {
  const type = failure.applicationFailureInfo?.type;
  const stack = toShortStack(failure.stackTrace ?? '');
  const text = `${type ? `${type}: ` : ''}${failure.message ?? ''}${stack === '' ? '' : `\n${stack}`}`;
  return failure.cause ? `${text}\ncaused by ${describeFailure(failure.cause)}` : text;
}

function describeEvent({
  workflowTaskFailedEventAttributes: failed,
  workflowTaskTimedOutEventAttributes: timedOut,
}: HistoryEvent): string | undefined {
  if (timedOut) return 'A Worker took the Workflow Task, and did not finish it in time.';
  if (!failed?.failure) return undefined;
  const by = failed.identity ? ` on the Worker ${failed.identity}` : '';
  return `The code of the Workflow failed${by}: ${describeFailure(failed.failure)}`;
}

/** Why the last Workflow Task failed, by the history: an attempt that is made again leaves nothing there. */
export async function findFailedWorkflowTask(
  calls: TemporalCalls,
  workflowId: string,
  runId: string,
): Promise<string | undefined> {
  const { history } = await calls.run(async (client) =>
    client.workflowService.getWorkflowExecutionHistoryReverse({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      maximumPageSize: EVENTS_LOOKED_AT,
    }),
  );
  const kinds: unknown[] = [
    EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED,
    EventType.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT,
  ];
  const event = (history?.events ?? []).find(({ eventType }) => kinds.includes(eventType));
  return event && describeEvent(event);
}
