import type { TaskMeta, TaskProgress } from '../../core/contract/contract.js';
import { DEFAULT_KEEP_MS } from '../../core/contract/task-meta.js';
import { fromCapabilityNames } from '../../core/question/askable.js';
import type { Question } from '../../core/question/question.js';
import type { StatusFacts } from '../../core/task/task-status.js';
import { type Task, type TaskOrigin, toPromisedTtlMs } from '../../core/task/task.js';
import type { TaskOutcome } from '../../core/tool/tool-result.js';
import { newestInstant } from '../../core/value/instant.js';
import type { FoundQuestions } from '../declared/find-questions.js';

/** Share of the quiet time by which an interval grows. So a poll notices a change at most 2 % late. */
const SHARE_OF_QUIET = 0.02;
/** Maximum interval, in milliseconds, unless the tool sets a longer one. */
const MAX_INTERVAL_MS = 60_000;
/** Share of the work's estimated rest after which the next poll comes. */
const SHARE_OF_REST = 0.25;

export interface HistoryPosition {
  readonly runId: string;
  /** Number of events up to the position. */
  readonly historyLength: number;
}

/**
 * Present if the Workflow does not publish all changes of shown parts. A wait then reads again whenever the Workflow
 * moves on, and after this time in milliseconds, if set.
 */
export interface Watch {
  readonly refreshMs?: number | undefined;
}

export interface TaskReading extends StatusFacts {
  /** Time of the read, in milliseconds since the epoch. */
  readonly nowMs: number;
  readonly statusMessage?: string | undefined;
  readonly progress?: TaskProgress | undefined;
  readonly isStuck?: true | undefined;
  readonly hasFailedAttempt?: true | undefined;
  /** Absent: none. */
  readonly questions?: readonly Question[] | undefined;
  readonly checksContent?: boolean | undefined;
  /** ISO 8601. Default: the creation. */
  readonly lastUpdatedAt?: string | undefined;
  /** Time of the last progress that its Workflow published, ISO 8601. Absent: none is known. */
  readonly progressAt?: string | undefined;
  readonly summary?: string | undefined;
  readonly outcome?: TaskOutcome | undefined;
  readonly workflowType?: string | undefined;
  readonly startsAt?: string | undefined;
  /** Absent: its tool declares no questions. */
  readonly declared?: FoundQuestions | undefined;
  readonly watch?: Watch | undefined;
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
  /** It started without approvers. Absent: with those of its tool. */
  readonly withoutApprovers?: true | undefined;
  /** Workflow Type of its current run. */
  readonly workflowType?: string | undefined;
  /** The time for which its start is delayed, ISO 8601. Absent: it has begun. */
  readonly startsAt?: string | undefined;
  /** Declared questions of a Workflow without MCP. Absent: none. */
  readonly declared?: FoundQuestions | undefined;
  readonly watch?: Watch | undefined;
  /** The run that was read, if its Workflow ID may pass to another execution. */
  readonly runId?: string | undefined;
  /** History position of the read. Absent: the task has ended. */
  readonly readAt?: HistoryPosition | undefined;
}

interface PollFacts {
  /** The tool's shortest interval, in milliseconds. */
  readonly pollIntervalMs: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Time of the last change of the status, ISO 8601. */
  readonly lastUpdatedAt: string;
  readonly progress?: TaskProgress | undefined;
  /** ISO 8601. A status message may hide this change. */
  readonly progressAt?: string | undefined;
  readonly cancelRequested: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Estimates the rest of the work from its pace so far, in milliseconds; `undefined` without progress. */
function estimateRestMs(progress: TaskProgress | undefined, ageMs: number): number | undefined {
  if (progress?.total === undefined || progress.progress <= 0) return undefined;
  return (Math.max(progress.total - progress.progress, 0) / progress.progress) * ageMs;
}

/**
 * Calculates the interval for a client's next poll. It is short after a creation or a change, and longer in quiet
 * times. It is short again before an expected end, by progress or after a cancellation.
 *
 * @returns A whole multiple of the tool's own interval, in milliseconds.
 */
function toPollIntervalMs(facts: PollFacts): number {
  const { pollIntervalMs: shortestMs, createdAt, lastUpdatedAt, progressAt, nowMs } = facts;
  if (facts.cancelRequested) return shortestMs;
  const ageMs = Math.max(nowMs - Date.parse(createdAt), 0);
  const newsAt = newestInstant([lastUpdatedAt, progressAt]) ?? createdAt;
  const quietMs = Math.min(Math.max(nowMs - Date.parse(newsAt), 0), ageMs);
  const grownMs = Math.min(quietMs * SHARE_OF_QUIET, MAX_INTERVAL_MS);
  const restMs = estimateRestMs(facts.progress, ageMs);
  const wantedMs = Math.min(grownMs, restMs === undefined ? Infinity : restMs * SHARE_OF_REST);
  return shortestMs * Math.max(Math.floor(wantedMs / shortestMs), 1);
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
    summary: reading.summary,
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
    hasFailedAttempt: reading.hasFailedAttempt ? true : undefined,
    hasUnknownQuestions: (reading.declared?.unknown.length ?? 0) > 0 ? true : undefined,
    checksContent: reading.checksContent === true ? true : undefined,
    protocolVersion: meta.protocolVersion === '' ? undefined : meta.protocolVersion,
    principal: meta.principal,
    traceparent: meta.traceparent,
    origin,
    terminateAfterMs: meta.terminateAfterMs,
    answeredByOthers: meta.answeredByOthers ? true : undefined,
    withoutApprovers: meta.withoutApprovers ? true : undefined,
    workflowType: reading.workflowType,
    startsAt: reading.startsAt,
    declared: reading.declared,
    watch: reading.watch,
    runId: reading.runId,
    readAt: reading.readAt,
    outcome,
  };
}
