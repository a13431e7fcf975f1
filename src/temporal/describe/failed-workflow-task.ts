/** The cause of a failing Workflow Task in the Worker's words: for operators, never for a client. */
import type { temporal } from '@temporalio/proto';

import { fetchHistoryPage, type HistoryEvent, type TaskRun } from '../link/history-page.js';
import { openFailure } from '../link/open-failure.js';
import { EventType, WorkflowTaskFailedCause } from '../link/proto-enums.js';
import { saysUnknownType } from '../link/service-texts.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

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

/** A failed Workflow Task. */
export interface FailedWorkflowTask {
  /** What a client may know: it quotes neither code nor data. */
  readonly words: string;
  /** What an operator can do, in a sentence. Absent: the words suffice. */
  readonly mend?: string | undefined;
  /** The same for the operator, without messages. */
  readonly cause: string;
  /** A Worker that is frozen, stopped or replaced does not finish in time; no code fails then. Default: false. */
  readonly isLate?: true | undefined;
}

const {
  WORKFLOW_TASK_FAILED_CAUSE_WORKFLOW_WORKER_UNHANDLED_FAILURE: UNHANDLED_FAILURE,
  WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR: NON_DETERMINISTIC,
  WORKFLOW_TASK_FAILED_CAUSE_PAYLOADS_TOO_LARGE: PAYLOADS_TOO_LARGE,
  WORKFLOW_TASK_FAILED_CAUSE_GRPC_MESSAGE_TOO_LARGE: GRPC_MESSAGE_TOO_LARGE,
} = WorkflowTaskFailedCause;

/** What an operator can do where a Worker fails to send a result or another value, by cause. */
const MENDS_OF_TOO_LARGE: ReadonlyMap<unknown, string> = new Map([
  [
    PAYLOADS_TOO_LARGE,
    'Its Worker can keep such values in External Storage. With the option disablePayloadErrorLimit of the Worker, Temporal ends the workflow.',
  ],
  [GRPC_MESSAGE_TOO_LARGE, 'Its Worker can keep such values in External Storage.'],
]);

/** The service's cause in words, such as "bad search attributes". */
function toCauseWords(cause: number | null | undefined): string {
  const name = WorkflowTaskFailedCause[cause ?? 0];
  return (name ?? '').replace('WORKFLOW_TASK_FAILED_CAUSE_', '').replaceAll('_', ' ').toLowerCase();
}

/** Describes a failed Workflow Task, or one that took too long. `undefined` for any other event. */
export async function describeWorkflowTask(
  {
    workflowTaskFailedEventAttributes: failed,
    workflowTaskTimedOutEventAttributes: timedOut,
  }: HistoryEvent,
  calls: TemporalCalls,
  workflowId: string,
): Promise<FailedWorkflowTask | undefined> {
  if (timedOut) {
    const cause = 'A Worker took the Workflow Task, and did not finish it in time.';
    return { words: 'a worker did not finish it in time', cause, isLate: true };
  }
  if (!failed) return undefined;
  const failure = failed.failure && (await openFailure(calls, failed.failure, workflowId));
  const cause = toCauseWords(failed.cause);
  const by = failed.identity ? ` on the Worker ${failed.identity}` : '';
  const details = failure ? describeFailure(failure, 'withoutMessages') : cause;
  const toFailed = (words: string): FailedWorkflowTask => ({
    words,
    cause: `The Workflow Task failed${by} (${cause}): ${details}`,
  });
  const mend = MENDS_OF_TOO_LARGE.get(failed.cause);
  if (mend !== undefined) {
    return { ...toFailed(`its worker sends a value that is too large (${cause})`), mend };
  }
  if (failed.cause === NON_DETERMINISTIC) return toFailed('its code does not fit its history');
  if (failed.cause !== UNHANDLED_FAILURE) return toFailed(`its Workflow Task failed (${cause})`);
  const isUnregistered = saysUnknownType(failure?.message ?? '');
  return toFailed(isUnregistered ? 'its worker does not have this workflow' : 'its code fails');
}

/**
 * Describes the last failed Workflow Task in a history. Repeated attempts leave no event there.
 *
 * @returns `undefined` if the newest events have none.
 */
export async function findFailedWorkflowTask(
  calls: TemporalCalls,
  run: TaskRun,
): Promise<FailedWorkflowTask | undefined> {
  const { events } = await fetchHistoryPage(calls, run, {
    pageSize: EVENTS_LOOKED_AT,
    isNewestFirst: true,
  });
  const kinds: unknown[] = [
    EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED,
    EventType.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT,
  ];
  const event = events.find(({ eventType }) => kinds.includes(eventType));
  return event && describeWorkflowTask(event, calls, run.taskId);
}
