/** Recent starts in a namespace: whether they ran, and with which arguments. */
import type { temporal } from '@temporalio/proto';

import { decodeAnyPayload } from '../link/decode-any-payload.js';
import { WorkflowExecutionStatus } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { VisibilityLimit } from '../link/visibility-limit.js';
import { quoteText } from '../link/visibility-text.js';
import { toMs } from '../read/describe-execution.js';
import { describeFailure } from '../read/failed-workflow-task.js';

type Row = temporal.api.workflow.v1.IWorkflowExecutionInfo;

/** Histories that are read for one Workflow Type. */
const MAX_HISTORIES = 5;
/** The start, and the first Workflow Tasks. */
const EVENTS_READ = 12;
const ROWS_AT_ONCE = 100;
/** Stands for a payload that cannot be read. */
export const UNREADABLE = Symbol('unreadable');

/** An execution, as visibility has it. */
export interface RecentExecution {
  readonly workflowId: string;
  readonly runId: string;
  readonly workflowType: string;
  readonly taskQueue: string;
  readonly isOpen: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

/** The same, with the beginning of its history. */
export interface RecordedStart extends RecentExecution {
  /** In memory only: none of it is shown. */
  readonly arguments: readonly unknown[];
  /** A Worker has completed a Workflow Task of it. */
  readonly hasRun: boolean;
  /** Why the last one failed that did, in the words of the Worker. */
  readonly failure?: string;
}

function toSeen({ execution, type, taskQueue, status, startTime }: Row): RecentExecution {
  return {
    workflowId: execution?.workflowId ?? '',
    runId: execution?.runId ?? '',
    workflowType: type?.name ?? '',
    taskQueue: taskQueue ?? '',
    isOpen: status === WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING,
    startedAtMs: toMs(startTime) ?? 0,
  };
}

/** Looks for executions, no faster than others can still be served. */
export class SeenStarts {
  readonly #calls: TemporalCalls;
  readonly #limit: VisibilityLimit;

  constructor(calls: TemporalCalls, limit: VisibilityLimit) {
    this.#calls = calls;
    this.#limit = limit;
  }

  /** The latest executions that are of a Workflow Type, or on a Task Queue, or both; latest first. */
  async find({
    workflowType,
    taskQueue,
  }: {
    readonly workflowType?: string;
    readonly taskQueue?: string;
  }): Promise<readonly RecentExecution[]> {
    const filters = [
      ...(workflowType === undefined ? [] : [`WorkflowType = ${quoteText(workflowType)}`]),
      ...(taskQueue === undefined ? [] : [`TaskQueue = ${quoteText(taskQueue)}`]),
    ];
    await this.#limit.take();
    const { executions } = await this.#calls.run(async (client) =>
      client.workflowService.listWorkflowExecutions({
        namespace: client.options.namespace,
        query: filters.join(' AND '),
        pageSize: ROWS_AT_ONCE,
      }),
    );
    return executions.map(toSeen).sort((one, two) => two.startedAtMs - one.startedAtMs);
  }

  /** Reads the beginnings of the latest executions. */
  async read(executions: readonly RecentExecution[]): Promise<readonly RecordedStart[]> {
    const starts: RecordedStart[] = [];
    for (const execution of executions.slice(0, MAX_HISTORIES)) {
      starts.push(await this.#readStart(execution));
    }
    return starts;
  }

  async #readStart(execution: RecentExecution): Promise<RecordedStart> {
    const { workflowId, runId } = execution;
    const { history } = await this.#calls.run(async (client) =>
      client.workflowService.getWorkflowExecutionHistory({
        namespace: client.options.namespace,
        execution: { workflowId, runId },
        maximumPageSize: EVENTS_READ,
      }),
    );
    const events = history?.events ?? [];
    const failed = events.findLast((event) => event.workflowTaskFailedEventAttributes?.failure);
    const failure = failed?.workflowTaskFailedEventAttributes?.failure;
    const input = events[0]?.workflowExecutionStartedEventAttributes?.input;
    return {
      ...execution,
      arguments: await this.#decode(input?.payloads ?? []),
      hasRun: events.some((event) => event.workflowTaskCompletedEventAttributes),
      ...(failure && { failure: describeFailure(failure) }),
    };
  }

  async #decode(payloads: readonly temporal.api.common.v1.IPayload[]): Promise<readonly unknown[]> {
    const { loadedDataConverter } = this.#calls.client.options;
    return Promise.all(
      payloads.map(async (payload) => {
        try {
          return await decodeAnyPayload(loadedDataConverter, payload);
        } catch {
          // The message of a codec or a parser may quote its input.
          return UNREADABLE;
        }
      }),
    );
  }
}
