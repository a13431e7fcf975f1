/** Reads recent starts in a namespace, with their arguments and the messages that followed. */
import type { temporal } from '@temporalio/proto';

import { hasCode, TaskErrorCode } from '../core/errors.js';
import type { MessageKind } from '../core/mapping/message-target.js';
import { describeFailure } from '../temporal/describe/failed-workflow-task.js';
import {
  fetchHistoryPage,
  type HistoryEvent,
  type TaskRun,
} from '../temporal/link/history-page.js';
import { isOpenStatus } from '../temporal/link/open-executions.js';
import {
  ContinueAsNewInitiator,
  WorkflowExecutionStatus as Status,
} from '../temporal/link/proto-enums.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { toMs } from '../temporal/link/timestamps.js';
import type { UnreadablePayload } from '../temporal/link/unreadable-payload.js';
import { quoteText, quoteTexts } from '../temporal/link/visibility-text.js';
import { EVERYBODY, type Visibility } from '../temporal/link/visibility.js';
import { readInBatches } from '../temporal/list/read-in-batches.js';

type Row = temporal.api.workflow.v1.IWorkflowExecutionInfo;
type Payloads = temporal.api.common.v1.IPayloads | null | undefined;

/** Maximum number of histories read for one Workflow Type: of executions that did not end badly, and of others. */
const MAX_HISTORIES = 5;
const MAX_FAILED_HISTORIES = 2;
/** Events read from the start of a history. */
const EVENTS_READ = 100;
const ROWS_AT_ONCE = 100;
/** The Search Attribute of executions that a Schedule has started. */
const SCHEDULED = 'TemporalScheduledById';

/** A payload that cannot be read. */
export class Unreadable {
  /** Such as `binary/encrypted`. */
  readonly encoding: string;
  /** Cause and mend, in words. */
  readonly why: string;

  constructor({ encoding, message }: UnreadablePayload) {
    this.encoding = encoding;
    this.why = message;
  }
}

/** Ends after which the start may have been wrong. */
const BAD_ENDS: ReadonlySet<unknown> = new Set([
  Status.WORKFLOW_EXECUTION_STATUS_FAILED,
  Status.WORKFLOW_EXECUTION_STATUS_TERMINATED,
  Status.WORKFLOW_EXECUTION_STATUS_TIMED_OUT,
]);

/** An execution, as visibility lists it. */
export interface RecentExecution {
  readonly workflowId: string;
  readonly runId: string;
  readonly workflowType: string;
  readonly taskQueue: string;
  readonly isOpen: boolean;
  readonly isCompleted: boolean;
  /** True if it failed, was terminated or timed out. */
  readonly hasEndedBadly: boolean;
  readonly isChild: boolean;
  readonly isScheduled: boolean;
  readonly historyLength: number;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

export interface RecordedMessage {
  readonly kind: MessageKind;
  readonly name: string;
  readonly arguments: readonly unknown[];
}

/** An Activity, as a Workflow or a client has scheduled it. */
/** The time limits of an Activity. */
export const LIMITS = [
  'startToCloseTimeout',
  'scheduleToCloseTimeout',
  'scheduleToStartTimeout',
  'heartbeatTimeout',
] as const;

export interface ScheduledActivity {
  readonly type: string;
  readonly taskQueue: string;
  /** In milliseconds; 0: none. */
  readonly limits: Readonly<Record<(typeof LIMITS)[number], number>>;
  readonly retryPolicy: temporal.api.common.v1.IRetryPolicy | null | undefined;
  /** Its arguments, which nobody has decoded. */
  readonly input: Payloads;
}

export interface RecordedStart extends RecentExecution {
  /**
   * Arguments of its first run, since a continuation has others, which the Workflow chooses. They stay in memory: no
   * report shows them. Absent: Temporal has deleted the first run.
   */
  readonly arguments?: readonly unknown[] | undefined;
  /** Received messages. They stay in memory, too. */
  readonly messages: readonly RecordedMessage[];
  /** True if a Worker has completed one of its Workflow Tasks. */
  readonly hasRun: boolean;
  /** The Worker's description of the last Workflow Task failure. */
  readonly failure?: string | undefined;
  /** Its Activities, among the events that were read. */
  readonly activities: readonly ScheduledActivity[];
  /** The SDK of its Worker: `temporal-python`. Absent: unknown. */
  readonly sdk?: string | undefined;
}

/** Executions of a Workflow Type, and those whose histories were read. */
export interface InspectedExecutions {
  readonly executions: readonly RecentExecution[];
  readonly starts: readonly RecordedStart[];
}

function toSeen(row: Row): RecentExecution {
  const { execution, type, taskQueue, status, historyLength } = row;
  const { parentExecution, searchAttributes } = row;
  return {
    workflowId: execution?.workflowId ?? '',
    runId: execution?.runId ?? '',
    workflowType: type?.name ?? '',
    taskQueue: taskQueue ?? '',
    isOpen: isOpenStatus(status),
    isCompleted: status === Status.WORKFLOW_EXECUTION_STATUS_COMPLETED,
    hasEndedBadly: BAD_ENDS.has(status),
    isChild: (parentExecution?.workflowId ?? '') !== '',
    isScheduled: searchAttributes?.indexedFields?.[SCHEDULED] !== undefined,
    historyLength: Number(historyLength ?? 0),
    startedAtMs: toMs(row.startTime) ?? 0,
  };
}

/** Converts an event of a history, or the description of a Standalone Activity. */
export function toScheduled({
  activityType,
  taskQueue,
  retryPolicy,
  input,
  ...limits
}: temporal.api.history.v1.IActivityTaskScheduledEventAttributes): ScheduledActivity {
  const limitsMs = LIMITS.map((name) => [name, toMs(limits[name]) ?? 0] as const);
  return {
    type: activityType?.name ?? '',
    taskQueue: taskQueue?.name ?? '',
    limits: Object.fromEntries(limitsMs) as ScheduledActivity['limits'],
    retryPolicy,
    input,
  };
}

function findActivities(events: readonly HistoryEvent[]): readonly ScheduledActivity[] {
  return events.flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled ? [toScheduled(scheduled)] : [],
  );
}

/** Looks for executions, once for all tools, and slowly enough to leave visibility calls to other clients. */
export class SeenStarts {
  readonly #calls: TemporalCalls;
  readonly #visibility: Visibility;
  readonly #executions = new Map<string, readonly RecentExecution[]>();
  readonly #read = new Map<string, RecordedStart>();

  constructor(calls: TemporalCalls, visibility: Visibility) {
    this.#calls = calls;
    this.#visibility = visibility;
  }

  /** Latest first. */
  async find({
    workflowType,
    exceptTypes,
    taskQueues,
  }: {
    readonly workflowType?: string | undefined;
    readonly exceptTypes?: readonly string[] | undefined;
    readonly taskQueues?: readonly string[] | undefined;
  }): Promise<readonly RecentExecution[]> {
    const filters = [
      ...(workflowType === undefined ? [] : [`WorkflowType = ${quoteText(workflowType)}`]),
      ...(exceptTypes ? [`WorkflowType NOT IN ${quoteTexts(exceptTypes)}`] : []),
      ...(taskQueues ? [`TaskQueue IN ${quoteTexts(taskQueues)}`] : []),
    ];
    const query = filters.join(' AND ');
    const kept = this.#executions.get(query);
    if (kept) return kept;
    const page = { query, pageSize: ROWS_AT_ONCE };
    const { executions } = await this.#visibility.list(EVERYBODY, page);
    const seen = executions.map(toSeen).sort((a, b) => b.startedAtMs - a.startedAtMs);
    this.#executions.set(query, seen);
    return seen;
  }

  /**
   * Reads the beginnings of the latest histories, latest first: up to 2 that ended badly, and others up to a limit.
   *
   * @param limit Default: 5.
   */
  async read(
    executions: readonly RecentExecution[],
    limit = MAX_HISTORIES,
  ): Promise<readonly RecordedStart[]> {
    const good = executions.filter(({ hasEndedBadly }) => !hasEndedBadly).slice(0, limit);
    const bad = executions
      .filter(({ hasEndedBadly }) => hasEndedBadly)
      .slice(0, MAX_FAILED_HISTORIES);
    const chosen = executions.filter((execution) => [...good, ...bad].includes(execution));
    return readInBatches(chosen, async (execution) => {
      const start = this.#read.get(execution.runId) ?? (await this.#readStart(execution));
      if (start) this.#read.set(execution.runId, start);
      return start;
    });
  }

  async #readEvents(run: TaskRun, pageSize: number): Promise<readonly HistoryEvent[]> {
    try {
      const { events } = await fetchHistoryPage(this.#calls, run, { pageSize });
      return events;
    } catch (error) {
      // Temporal has deleted the execution meanwhile.
      if (hasCode(error, TaskErrorCode.taskNotFound)) return [];
      throw error;
    }
  }

  /** Returns the first run's arguments. A continuation has others, which only the Workflow chooses. */
  async #readArguments(
    workflowId: string,
    [event]: readonly HistoryEvent[],
  ): Promise<readonly unknown[] | undefined> {
    const started = event?.workflowExecutionStartedEventAttributes;
    const isContinued =
      (started?.continuedExecutionRunId ?? '') !== '' &&
      started?.initiator === ContinueAsNewInitiator.CONTINUE_AS_NEW_INITIATOR_WORKFLOW;
    if (!isContinued) return this.#readValues(started?.input, workflowId);
    const runId = started.firstExecutionRunId ?? '';
    if (runId === '') return undefined;
    const [first] = await this.#readEvents({ taskId: workflowId, runId }, 1);
    const input = first?.workflowExecutionStartedEventAttributes?.input;
    return first && this.#readValues(input, workflowId);
  }

  async #readStart(execution: RecentExecution): Promise<RecordedStart | undefined> {
    const { workflowId, runId } = execution;
    const events = await this.#readEvents({ taskId: workflowId, runId }, EVENTS_READ);
    if (events.length === 0) return undefined;
    const workflowArguments = await this.#readArguments(workflowId, events);
    const failed = events.findLast((event) => event.workflowTaskFailedEventAttributes?.failure);
    const failure = failed?.workflowTaskFailedEventAttributes?.failure;
    const completed = events.flatMap((event) => event.workflowTaskCompletedEventAttributes ?? []);
    const sdk = completed.map(({ sdkMetadata }) => sdkMetadata?.sdkName).find(Boolean);
    return {
      ...execution,
      arguments: workflowArguments,
      messages: await this.#readMessages(events, workflowId),
      hasRun: completed.length > 0,
      activities: findActivities(events),
      sdk: sdk ?? undefined,
      failure: failure ? describeFailure(failure) : undefined,
    };
  }

  async #readMessages(
    events: readonly HistoryEvent[],
    workflowId: string,
  ): Promise<readonly RecordedMessage[]> {
    const sent = events.flatMap((event) => {
      const signal = event.workflowExecutionSignaledEventAttributes;
      const update = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input;
      return [
        ...(signal
          ? [{ kind: 'signal' as const, name: signal.signalName, input: signal.input }]
          : []),
        ...(update ? [{ kind: 'update' as const, name: update.name, input: update.args }] : []),
      ];
    });
    return Promise.all(
      sent.map(async ({ kind, name, input }) => ({
        kind,
        name: name ?? '',
        arguments: await this.#readValues(input, workflowId),
      })),
    );
  }

  async #readValues(from: Payloads, workflowId: string): Promise<readonly unknown[]> {
    const place = { workflowId, what: 'recorded arguments' };
    return Promise.all(
      (from?.payloads ?? []).map(async (payload) => {
        const { value, unreadable } = await this.#calls.payloads.read(payload, place);
        return unreadable ? new Unreadable(unreadable) : value;
      }),
    );
  }
}
