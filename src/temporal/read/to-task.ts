import type { TaskMeta, TaskProgress } from '../../core/contract/contract.js';
import { fromCapabilityNames } from '../../core/question/askable.js';
import type { Question } from '../../core/question/question.js';
import type { StatusFacts } from '../../core/task/task-status.js';
import {
  DEFAULT_KEEP_MS,
  type Task,
  type TaskOrigin,
  toPromisedTtlMs,
} from '../../core/task/task.js';
import type { TaskOutcome } from '../../core/tool/tool-result.js';

import { toPollIntervalMs } from './poll-interval.js';
import type { OpenReading } from './read-open.js';

export interface HistoryPosition {
  readonly runId: string;
  /** Number of events up to the position. */
  readonly historyLength: number;
}

export interface TaskReading extends StatusFacts {
  /** Time of the read, in milliseconds since the epoch. */
  readonly nowMs: number;
  readonly statusMessage?: string | undefined;
  readonly progress?: TaskProgress | undefined;
  readonly isStuck?: true | undefined;
  /** Absent: none. */
  readonly questions?: readonly Question[] | undefined;
  readonly checksContent?: boolean | undefined;
  /** ISO 8601. Default: the creation. */
  readonly lastUpdatedAt?: string | undefined;
  readonly outcome?: TaskOutcome | undefined;
  readonly workflowType?: string | undefined;
  readonly declared?: OpenReading['declared'] | undefined;
  readonly watch?: OpenReading['watch'] | undefined;
  readonly runId?: string | undefined;
  readonly readAt?: HistoryPosition | undefined;
}

/** A task, with facts for this folder only. */
export interface TemporalTask extends Task {
  /** True if the Workflow validates the content of answers itself. Absent: it does not. */
  readonly checksContent?: boolean | undefined;
  /** Time from its cancellation to the termination, in milliseconds. Absent: never terminated. */
  readonly terminateAfterMs?: number | undefined;
  /** Only other people may answer its questions, by the rule at its start. Absent: that rule allows the owner. */
  readonly answeredByOthers?: true | undefined;
  /** Workflow Type of its current run. */
  readonly workflowType?: string | undefined;
  /** Declared questions of a Workflow without MCP. Absent: none. */
  readonly declared?: NonNullable<OpenReading['declared']> | undefined;
  readonly watch?: NonNullable<OpenReading['watch']> | undefined;
  /** The run that was read, if its Workflow ID may pass to another execution. */
  readonly runId?: string | undefined;
  /** History position of the read. Absent: the task has ended. */
  readonly readAt?: HistoryPosition | undefined;
}

function toOrigin(meta: TaskMeta): TaskOrigin | undefined {
  const { session, progressToken, askable: names } = meta;
  const askable = fromCapabilityNames(names);
  const isTold = session !== undefined || progressToken !== undefined || askable !== undefined;
  return isTold ? { session, progressToken, askable } : undefined;
}

export function toTask(taskId: string, meta: TaskMeta, reading: TaskReading): TemporalTask {
  const { phase, cancelRequested, statusMessage, progress, outcome } = reading;
  const { createdAt, keepMs = DEFAULT_KEEP_MS } = meta;
  const origin = toOrigin(meta);
  const lastUpdatedAt = reading.lastUpdatedAt ?? createdAt;
  // An ended task was last updated when it ended.
  const closedAt = outcome && lastUpdatedAt;
  return {
    taskId,
    toolName: meta.toolName,
    phase,
    cancelRequested,
    questions: reading.questions ?? [],
    createdAt,
    lastUpdatedAt,
    ttlMs: toPromisedTtlMs({ ...meta, keepMs, closedAt, nowMs: reading.nowMs }),
    pollIntervalMs: outcome
      ? meta.pollIntervalMs
      : toPollIntervalMs({ ...meta, ...reading, lastUpdatedAt }),
    statusMessage,
    progress,
    isStuck: reading.isStuck ? true : undefined,
    hasUnknownQuestions: (reading.declared?.unknown.length ?? 0) > 0 ? true : undefined,
    checksContent: reading.checksContent === true ? true : undefined,
    protocolVersion: meta.protocolVersion === '' ? undefined : meta.protocolVersion,
    principal: meta.principal,
    traceparent: meta.traceparent,
    origin,
    terminateAfterMs: meta.terminateAfterMs,
    answeredByOthers: meta.answeredByOthers ? true : undefined,
    workflowType: reading.workflowType,
    declared: reading.declared,
    watch: reading.watch,
    runId: reading.runId,
    readAt: reading.readAt,
    outcome,
  };
}
