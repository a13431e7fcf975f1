/** Translates an event of a history into core's words. */
import type { temporal } from '@temporalio/proto';

import {
  ANSWERED_BY_HEADER,
  CANCEL_SIGNAL,
  CHILD_SIGNAL,
  CLIENT_TASK_SIGNAL,
  INPUT_SIGNAL,
  TERMINATE_REASON_PREFIX,
} from '../../core/contract/contract.js';
import type {
  HistoryEntry,
  HistoryFact,
  OutsideAct,
  WorkEnd,
} from '../../core/task/task-history.js';
import { toLine } from '../../core/value/quote.js';
import { describeWorkflowTask } from '../describe/failed-workflow-task.js';
import { readFailureText } from '../link/failure-text.js';
import { type HistoryEvent, toEventId } from '../link/history-page.js';
import {
  ContinueAsNewInitiator,
  TimeoutType,
  WorkflowTaskFailedCause,
} from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { toMs } from '../link/timestamps.js';

type Failure = temporal.api.failure.v1.IFailure;

/** What the translation of an event needs besides it. */
export interface EventContext {
  readonly calls: TemporalCalls;
  readonly taskId: string;
  readonly showFailures: boolean;
}

/** Longest words of an author for a step, in characters. */
const MAX_SUMMARY = 200;
/** Longest text of a failure, in characters. */
const MAX_FAILURE = 300;
/** Longest name or reason, in characters. */
export const MAX_NAME = 200;
/** Begins the identity of Temporal's command line in events. */
const COMMAND_LINE = 'temporal-cli:';

/** Signals of the contract that aren't acts of people, or that decisions show. */
const SIGNALS_OF_CONTRACT: readonly string[] = [INPUT_SIGNAL, CHILD_SIGNAL, CLIENT_TASK_SIGNAL];
/** Causes of failed Workflow Tasks that are part of every day: news has arrived meanwhile. */
const USUAL_CAUSES: readonly unknown[] = [
  WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND,
  WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_FORCE_CLOSE_COMMAND,
  WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_RESET_STICKY_TASK_QUEUE,
];

interface Begun {
  readonly name: string;
  readonly lastsMs?: number | undefined;
}

function toName(name: string | null | undefined): string {
  return toLine(name ?? '', MAX_NAME);
}

async function readSummary(
  { userMetadata }: HistoryEvent,
  { calls, taskId }: EventContext,
): Promise<string | undefined> {
  const payload = userMetadata?.summary;
  if (!payload) return undefined;
  const place = { workflowId: taskId, what: 'the summary of a step' };
  const { value } = await calls.payloads.read(payload, place);
  return typeof value === 'string' && value !== '' ? toLine(value, MAX_SUMMARY) : undefined;
}

/** An Update that carries an answer is a decision. */
function isAnswer(fields: Readonly<Record<string, unknown>> | null | undefined): boolean {
  return fields?.[ANSWERED_BY_HEADER] !== undefined;
}

async function toBegun(
  event: HistoryEvent,
  context: EventContext,
): Promise<HistoryFact | undefined> {
  const {
    activityTaskScheduledEventAttributes: activity,
    startChildWorkflowExecutionInitiatedEventAttributes: child,
    nexusOperationScheduledEventAttributes: operation,
    timerStartedEventAttributes: timer,
    workflowExecutionUpdateAcceptedEventAttributes: update,
  } = event;
  const begun = async (
    work: 'activity' | 'child' | 'operation' | 'timer' | 'update',
    { name, lastsMs }: Begun,
  ): Promise<HistoryFact> => ({
    kind: 'begun',
    work,
    name,
    lastsMs,
    summary: await readSummary(event, context),
  });
  if (activity) return begun('activity', { name: toName(activity.activityType?.name) });
  if (child) return begun('child', { name: toName(child.workflowType?.name) });
  if (operation) {
    const name = toName([operation.service, operation.operation].filter(Boolean).join(' '));
    return begun('operation', { name });
  }
  if (timer) return begun('timer', { name: '', lastsMs: toMs(timer.startToFireTimeout) });
  const input = update?.acceptedRequest?.input;
  if (!input || isAnswer(input.header?.fields)) return undefined;
  return begun('update', { name: toName(input.name) });
}

/** Other time limits are those of the work itself. */
const TIMEOUTS: ReadonlyMap<unknown, string> = new Map([
  [TimeoutType.TIMEOUT_TYPE_HEARTBEAT, 'no sign of life in time'],
  [TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START, 'no worker took it in time'],
]);

/** The text of a failure, if it may be shown. A time limit is Temporal's own fact, and always shown. */
export async function showFailure(
  failure: Failure | null | undefined,
  { showFailures, calls, taskId }: EventContext,
): Promise<string | undefined> {
  if (!failure) return undefined;
  const { timeoutFailureInfo } = failure;
  if (timeoutFailureInfo) {
    return TIMEOUTS.get(timeoutFailureInfo.timeoutType) ?? 'it took too long';
  }
  return showFailures
    ? toLine(await readFailureText(calls, failure, { taskId }), MAX_FAILURE)
    : undefined;
}

async function toTried(
  { activityTaskStartedEventAttributes: started }: HistoryEvent,
  context: EventContext,
): Promise<HistoryFact | undefined> {
  if (!started) return undefined;
  const failure = await showFailure(started.lastFailure, context);
  const of = Number(started.scheduledEventId);
  return { kind: 'tried', of, attempt: started.attempt ?? 1, failure };
}

type EventNumber = number | { readonly toString: () => string } | null | undefined;

interface Ended {
  /** The event with which the work began. */
  readonly of: EventNumber;
  readonly failure?: Failure | null | undefined;
}

interface ScheduledEnd {
  readonly scheduledEventId?: EventNumber;
  readonly failure?: Failure | null | undefined;
}

interface InitiatedEnd {
  readonly initiatedEventId?: EventNumber;
  readonly failure?: Failure | null | undefined;
}

function ofScheduled(end: ScheduledEnd | null | undefined): Ended | undefined {
  return end ? { of: end.scheduledEventId, failure: end.failure } : undefined;
}

function ofInitiated(end: InitiatedEnd | null | undefined): Ended | undefined {
  return end ? { of: end.initiatedEventId, failure: end.failure } : undefined;
}

/** Returns how work may have ended, with its end if the event is one. */
function endsIn(event: HistoryEvent): readonly (readonly [WorkEnd, Ended | undefined])[] {
  const {
    timerFiredEventAttributes: fired,
    timerCanceledEventAttributes: stopped,
    workflowExecutionUpdateCompletedEventAttributes: update,
    startChildWorkflowExecutionFailedEventAttributes: notStarted,
  } = event;
  const refusal = update?.outcome?.failure;
  return [
    ['done', ofScheduled(event.activityTaskCompletedEventAttributes)],
    ['failed', ofScheduled(event.activityTaskFailedEventAttributes)],
    ['timedOut', ofScheduled(event.activityTaskTimedOutEventAttributes)],
    ['cancelled', ofScheduled(event.activityTaskCanceledEventAttributes)],
    ['done', ofScheduled(event.nexusOperationCompletedEventAttributes)],
    ['failed', ofScheduled(event.nexusOperationFailedEventAttributes)],
    ['timedOut', ofScheduled(event.nexusOperationTimedOutEventAttributes)],
    ['cancelled', ofScheduled(event.nexusOperationCanceledEventAttributes)],
    ['done', ofInitiated(event.childWorkflowExecutionCompletedEventAttributes)],
    ['failed', ofInitiated(event.childWorkflowExecutionFailedEventAttributes)],
    ['timedOut', ofInitiated(event.childWorkflowExecutionTimedOutEventAttributes)],
    ['cancelled', ofInitiated(event.childWorkflowExecutionCanceledEventAttributes)],
    ['terminated', ofInitiated(event.childWorkflowExecutionTerminatedEventAttributes)],
    ['failed', notStarted ? { of: notStarted.initiatedEventId } : undefined],
    ['done', fired ? { of: fired.startedEventId } : undefined],
    ['cancelled', stopped ? { of: stopped.startedEventId } : undefined],
    [
      refusal ? 'failed' : 'done',
      update ? { of: update.acceptedEventId, failure: refusal } : undefined,
    ],
  ];
}

async function toOver(
  event: HistoryEvent,
  context: EventContext,
): Promise<HistoryFact | undefined> {
  const [how, end] = endsIn(event).find(([, one]) => one !== undefined) ?? [];
  if (how === undefined || !end) return undefined;
  const failure = await showFailure(end.failure, context);
  return { kind: 'over', of: Number(end.of), how, failure };
}

function toAct(
  act: OutsideAct,
  from: {
    readonly identity?: string | null | undefined;
    readonly name?: string | undefined;
    readonly reason?: string | null | undefined;
  },
): HistoryFact {
  const reason = toName(from.reason);
  const byOperator = from.identity?.startsWith(COMMAND_LINE) === true ? true : undefined;
  return {
    kind: 'act',
    act,
    name: from.name,
    reason: reason === '' ? undefined : reason,
    byOperator,
  };
}

function findAct(event: HistoryEvent): HistoryFact | undefined {
  const {
    workflowExecutionSignaledEventAttributes: signaled,
    workflowExecutionCancelRequestedEventAttributes: cancelRequested,
    workflowExecutionOptionsUpdatedEventAttributes: options,
    workflowExecutionPausedEventAttributes: paused,
    workflowExecutionUnpausedEventAttributes: unpaused,
    activityPropertiesModifiedExternallyEventAttributes: activity,
  } = event;
  if (signaled) {
    const name = signaled.signalName ?? '';
    const isOther = SIGNALS_OF_CONTRACT.includes(name) || isAnswer(signaled.header?.fields);
    // The cancellation that follows is an event of its own.
    if (isOther || name === CANCEL_SIGNAL) return undefined;
    return toAct('signal', { identity: signaled.identity, name: toName(name) });
  }
  if (cancelRequested) {
    const { identity, cause } = cancelRequested;
    return toAct('cancel', { identity, reason: cause });
  }
  if (paused) return toAct('pause', paused);
  if (unpaused) return toAct('unpause', unpaused);
  if (activity) return toAct('changeActivity', {});
  // A call that joins a running execution leaves the same event.
  const isChange = options && !options.attachedRequestId;
  return isChange ? toAct('options', { identity: options.identity }) : undefined;
}

async function toObstacle(
  event: HistoryEvent,
  { calls, taskId }: EventContext,
): Promise<HistoryFact | undefined> {
  const { workflowTaskFailedEventAttributes: failed, workflowTaskTimedOutEventAttributes: late } =
    event;
  if (failed?.cause === WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_RESET_WORKFLOW) {
    return toAct('reset', { identity: failed.identity });
  }
  if (failed ? USUAL_CAUSES.includes(failed.cause) : !isStartToClose(late)) return undefined;
  const described = await describeWorkflowTask(event, calls, taskId);
  return described && { kind: 'obstacle', text: described.words };
}

/** A Worker that has gone away leaves a Workflow Task that nobody has started, which is usual. */
function isStartToClose(late: HistoryEvent['workflowTaskTimedOutEventAttributes']): boolean {
  return late?.timeoutType === TimeoutType.TIMEOUT_TYPE_START_TO_CLOSE;
}

function findStart({
  workflowExecutionStartedEventAttributes: started,
}: HistoryEvent): HistoryFact | undefined {
  if (!started) return undefined;
  if (!started.continuedExecutionRunId) return { kind: 'started', how: 'first' };
  const isOwn = started.initiator === ContinueAsNewInitiator.CONTINUE_AS_NEW_INITIATOR_WORKFLOW;
  return { kind: 'started', how: isOwn ? 'continued' : 'repeated' };
}

function findEnd(event: HistoryEvent): HistoryFact | undefined {
  if (event.workflowExecutionCompletedEventAttributes) return { kind: 'ended', how: 'done' };
  if (event.workflowExecutionFailedEventAttributes) return { kind: 'ended', how: 'failed' };
  if (event.workflowExecutionTimedOutEventAttributes) return { kind: 'ended', how: 'timedOut' };
  if (event.workflowExecutionCanceledEventAttributes) return { kind: 'ended', how: 'cancelled' };
  if (event.workflowExecutionContinuedAsNewEventAttributes) {
    return { kind: 'ended', how: 'continued' };
  }
  const terminated = event.workflowExecutionTerminatedEventAttributes;
  if (!terminated) return undefined;
  const byServer = terminated.reason?.startsWith(TERMINATE_REASON_PREFIX) === true;
  return { kind: 'ended', how: 'terminated', byServer: byServer ? true : undefined };
}

/** Translates an event. `undefined`: it says nothing to people. */
export async function toEntry(
  event: HistoryEvent,
  context: EventContext,
): Promise<HistoryEntry | undefined> {
  const fact =
    findStart(event) ??
    findEnd(event) ??
    findAct(event) ??
    (await toBegun(event, context)) ??
    (await toTried(event, context)) ??
    (await toOver(event, context)) ??
    (await toObstacle(event, context));
  if (!fact) return undefined;
  return { ...fact, id: toEventId(event), at: new Date(toMs(event.eventTime) ?? 0).toISOString() };
}
