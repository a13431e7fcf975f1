/** The cause of a failing Workflow Task in the Worker's words: for operators, never for a client. */
import type { temporal } from '@temporalio/proto';

import { EventType } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { openFailure } from './open-failure.js';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type Failure = temporal.api.failure.v1.IFailure;

/** Number of events to read. The failure is at the end of a history, followed by at most a few Signals. */
const EVENTS_LOOKED_AT = 50;
/** Maximum lines of a stack trace that show the place. */
const STACK_LINES = 3;

/**
 * Returns the place of a failure: the first frames of JavaScript and Java, the last of Python, the first lines of Go.
 */
function toShortStack(stack: string): string {
  const lines = stack.split('\n').filter((line) => line.trim() !== '');
  const frames = lines.filter((line) => /^\s*at /.test(line));
  if (frames.length > 0) return frames.slice(0, STACK_LINES).join('\n');
  const isPython = lines.some((line) => /^\s*File "/.test(line));
  return (isPython ? lines.slice(-STACK_LINES) : lines.slice(0, STACK_LINES)).join('\n');
}

/** A frame of a stack trace in any language. It names places of the code and holds no values. */
const FRAME = /^\s*(?:at |File "|\S+\.go:\d)/;

/** Level of detail about a failure. Messages quote a Workflow's data, so logs omit them. */
type FailureDetail = 'inFull' | 'withoutMessages';

/** Describes a failure with its causes, for an operator and never for a client. */
export function describeFailure(failure: Failure, detail: FailureDetail = 'inFull'): string {
  const type = failure.applicationFailureInfo?.type;
  const message = detail === 'inFull' ? failure.message : undefined;
  const frames = toShortStack(failure.stackTrace ?? '').split('\n');
  const stack = detail === 'inFull' ? frames : frames.filter((line) => FRAME.test(line));
  const text = [[type, message].filter(Boolean).join(': '), ...stack].filter(Boolean).join('\n');
  return failure.cause ? `${text}\ncaused by ${describeFailure(failure.cause, detail)}` : text;
}

async function describeEvent(
  {
    workflowTaskFailedEventAttributes: failed,
    workflowTaskTimedOutEventAttributes: timedOut,
  }: HistoryEvent,
  calls: TemporalCalls,
  workflowId: string,
): Promise<string | undefined> {
  if (timedOut) return 'A Worker took the Workflow Task, and did not finish it in time.';
  if (!failed?.failure) return undefined;
  const by = failed.identity ? ` on the Worker ${failed.identity}` : '';
  const failure = await openFailure(calls, failed.failure, workflowId);
  return `The code of the Workflow failed${by}: ${describeFailure(failure, 'withoutMessages')}`;
}

/**
 * Describes the last failed Workflow Task in a history, without messages. Repeated attempts leave no event there.
 *
 * @returns `undefined` if the newest events have none.
 */
export async function findFailedWorkflowTask(
  calls: TemporalCalls,
  { workflowId, runId }: { readonly workflowId: string; readonly runId: string },
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
  return event && describeEvent(event, calls, workflowId);
}
