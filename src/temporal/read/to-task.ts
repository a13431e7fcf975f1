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
  readonly questions?: readonly Question[];
  readonly checksContent?: boolean | undefined;
  /** ISO 8601. Default: the creation. */
  readonly lastUpdatedAt?: string | undefined;
  readonly outcome?: TaskOutcome;
  readonly workflowType?: string;
  readonly declared?: OpenReading['declared'] | undefined;
  readonly watch?: OpenReading['watch'] | undefined;
  readonly runId?: string | undefined;
  readonly readAt?: HistoryPosition | undefined;
}

/** A task, with facts for this folder only. */
export interface TemporalTask extends Task {
  /** True if the Workflow validates the content of answers itself. Absent: it does not. */
  readonly checksContent?: boolean;
  /** Time from its cancellation to the termination, in milliseconds. Absent: never terminated. */
  readonly terminateAfterMs?: number;
  /** Only other people may answer its questions, by the rule at its start. Absent: that rule allows the owner. */
  readonly answeredByOthers?: true;
  /** Workflow Type of its current run. */
  readonly workflowType?: string;
  /** Declared questions of a Workflow without MCP. Absent: none. */
  readonly declared?: NonNullable<OpenReading['declared']>;
  readonly watch?: NonNullable<OpenReading['watch']>;
  /** The run that was read, if its Workflow ID may pass to another execution. */
  readonly runId?: string;
  /** History position of the read. Absent: the task has ended. */
  readonly readAt?: HistoryPosition;
}

function toOrigin(meta: TaskMeta): TaskOrigin | undefined {
  const { session, progressToken, askable: names } = meta;
  const askable = fromCapabilityNames(names);
  const origin = {
    ...(session !== undefined && { session }),
    ...(progressToken !== undefined && { progressToken }),
    ...(askable && { askable }),
  };
  return Object.keys(origin).length === 0 ? undefined : origin;
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
    ...(statusMessage !== undefined && { statusMessage }),
    ...(progress && { progress }),
    ...(reading.isStuck && { isStuck: true }),
    ...((reading.declared?.unknown.length ?? 0) > 0 && { hasUnknownQuestions: true }),
    ...(reading.checksContent === true && { checksContent: true }),
    ...(meta.protocolVersion !== '' && { protocolVersion: meta.protocolVersion }),
    ...(meta.principal && { principal: meta.principal }),
    ...(meta.traceparent !== undefined && { traceparent: meta.traceparent }),
    ...(origin && { origin }),
    ...(meta.terminateAfterMs !== undefined && { terminateAfterMs: meta.terminateAfterMs }),
    ...(meta.answeredByOthers && { answeredByOthers: true }),
    ...(reading.workflowType !== undefined && { workflowType: reading.workflowType }),
    ...(reading.declared && { declared: reading.declared }),
    ...(reading.watch && { watch: reading.watch }),
    ...(reading.runId !== undefined && { runId: reading.runId }),
    ...(reading.readAt && { readAt: reading.readAt }),
    ...(outcome && { outcome }),
  };
}
