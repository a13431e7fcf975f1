/**
 * The contract between the Workflow that runs a job, and the Activities that call its service. Both may be of different
 * releases while jobs run, so names stay and shapes change by addition only.
 */
import type { JobSpec } from './job-spec.js';

/** Workflow Type of jobs, on the Task Queue of this package's own Workflows. Input: {@link JobInput}. */
export const JOB_WORKFLOW_TYPE = 'runJob';

/**
 * Task Queue of the Activities for one origin, in the namespace of the tasks. Its rate limit holds for all Workers.
 */
export function toJobTaskQueue(serverName: string, origin: string): string {
  return `temporal-mcp-tasks jobs of ${serverName} at ${new URL(origin).host}`;
}

export interface JobInput {
  readonly tool: string;
  readonly spec: JobSpec;
  /** The arguments of the call. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The owner of the task. Absent: no text of the declaration names it. */
  readonly caller?: Readonly<Record<string, unknown>>;
  /** Task Queue of the Activities. */
  readonly taskQueue: string;
}

/** Values of a job's identity, by name. */
export type JobIds = Readonly<Record<string, string>>;

/** The input of each Activity. */
export interface JobCall {
  readonly tool: string;
  readonly spec: JobSpec;
  readonly input: Readonly<Record<string, unknown>>;
  /** A text that differs between jobs and stays for all attempts. Its hash is `$task.token`. */
  readonly key: string;
  readonly caller?: Readonly<Record<string, unknown>>;
  readonly taskId: string;
}

export interface JobStageCall extends JobCall {
  readonly stage: number;
  readonly ids: JobIds;
  /** Start of the stage, in milliseconds of the epoch. */
  readonly sinceMs: number;
}

export interface FollowCall extends JobStageCall {
  /** The service has accepted to stop the job. */
  readonly isStopping: boolean;
  /** A sentence that precedes the state. */
  readonly note?: string;
  /** Time at which the Workflow stops to follow, in milliseconds of the epoch. */
  readonly untilMs: number;
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly ids: JobIds }
  /** The service has answered with the result. */
  | { readonly kind: 'finished'; readonly result: unknown }
  /** The service has no job of this call. Another attempt may follow. */
  | { readonly kind: 'notStarted'; readonly reason: string; readonly retryAfterMs?: number }
  /** The request was sent, and has no answer that tells. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type FollowOutcome =
  | { readonly kind: 'next'; readonly ids: JobIds }
  | { readonly kind: 'succeeded'; readonly word: string; readonly result: unknown }
  | { readonly kind: 'failed'; readonly word: string; readonly reason?: string }
  | { readonly kind: 'cancelled'; readonly word: string; readonly reason?: string };

export type CancelOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The Activities. Each makes one attempt, and throws for another one. A failure that stays has a type of
 * {@link JobFailureType}.
 */
export interface JobActivities {
  /** Makes one attempt to start the job. It is never retried by Temporal. */
  startJob(call: JobCall): Promise<StartOutcome>;
  /** Looks for a job whose start had no answer. `null`: the service has none. */
  findJob(call: JobCall): Promise<JobIds | null>;
  /** Reads the state once. Temporal retries it while the job runs; its heartbeat has the state, {@link JobHeartbeat}. */
  followJob(call: FollowCall): Promise<FollowOutcome>;
  fetchResult(call: JobStageCall): Promise<unknown>;
  cancelJob(call: JobStageCall): Promise<CancelOutcome>;
}

/** The details of the last heartbeat of `followJob`, which the next attempt goes on from. */
export interface JobHeartbeat {
  /** The state in words for people. */
  readonly status?: string;
  readonly 'mcp.progress'?: { readonly progress: number; readonly total?: number };
  /** The service has shown the job before. */
  readonly wasSeen?: boolean;
  /** First of the failed attempts since the last reply, in milliseconds of the epoch. */
  readonly failingSinceMs?: number;
}

/** Types of the failures with which a task of a job ends. */
export const JobFailureType = {
  /** The job has failed at its service. */
  failed: 'JobFailed',
  /** The service has refused the start. */
  refused: 'JobRefused',
  /** The start had no answer, so there may be a job. */
  startUnknown: 'JobStartUnknown',
  /** The service could not be reached for the tolerated time. */
  unreachable: 'JobServiceUnreachable',
  /** The service refuses to tell the state. */
  unreadable: 'JobUnreadable',
  /** The service no longer knows the job. */
  gone: 'JobGone',
  timedOut: 'JobTimedOut',
  /** The declaration, or the Worker's environment, has to be mended. */
  misconfigured: 'JobMisconfigured',
} as const;
export type JobFailureType = (typeof JobFailureType)[keyof typeof JobFailureType];
