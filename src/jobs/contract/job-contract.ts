/**
 * The contract between the Workflow that runs a job, and the Activities that call its service. Both may be of different
 * releases while jobs run, so names stay and shapes change by addition only.
 */
import type { JobSpec, JobStage } from './job-spec.js';

/** Workflow Type of jobs, on the Task Queue of this package's own Workflows. Input: {@link RunJobInput}. */
export const JOB_WORKFLOW_TYPE = 'runJob';

export interface RunJobInput {
  readonly tool: string;
  readonly spec: JobSpec;
  /** The arguments of the call. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The owner of the task. Absent: no text of the declaration names it. */
  readonly caller?: Readonly<Record<string, unknown>> | undefined;
  /** Task Queue of the Activities. */
  readonly taskQueue: string;
}

/** Values of a job's identity, by name. */
export type JobIds = Readonly<Record<string, string>>;

/** The names that a reply has given to a job. */
export interface NamedJob {
  readonly ids: JobIds;
  /** The address of the reply, against which relative addresses in it are resolved. */
  readonly from: string;
}

/** The input of each Activity. */
export interface JobCall {
  readonly tool: string;
  readonly spec: JobSpec;
  readonly input: Readonly<Record<string, unknown>>;
  /** A text that differs between jobs and stays for all attempts. Its hash is `$task.token`. */
  readonly key: string;
  readonly caller?: Readonly<Record<string, unknown>> | undefined;
  readonly taskId: string;
}

export interface JobStageCall extends JobCall {
  readonly stage: JobStage;
  readonly ids: JobIds;
  /** By name, the address of the reply that has given it. */
  readonly from: Readonly<Record<string, string>>;
  /** Start of the stage, in milliseconds of the epoch. */
  readonly sinceMs: number;
}

/** The input of an Activity that asks again until it knows. */
export interface AskingCall extends JobStageCall {
  /** A sentence that precedes the state. */
  readonly note?: string | undefined;
  /** Time at which the Workflow stops to wait, in milliseconds of the epoch. */
  readonly untilMs: number;
}

export interface FollowCall extends AskingCall {
  /** The service has accepted to stop the job. */
  readonly isStopping: boolean;
}

/**
 * `late`: a time limit is over. `outOfReach`: the service gives no answer for now. `refused`: it says no. `unreadable`:
 * its reply cannot be used. `unusable`: a value of the call cannot stand in a request. `misconfigured`: the manifest or
 * the Worker has to be corrected.
 */
export type JobFaultKind =
  'late' | 'outOfReach' | 'refused' | 'unreadable' | 'unusable' | 'misconfigured';

/** Why something about a job that has ended cannot be read. The end itself is known. */
export interface Unread {
  readonly unread: { readonly kind: JobFaultKind; readonly message: string };
}

/**
 * A result on its way through the Workflow, which would read JSON with long numbers as others: `json` goes to the caller
 * as it is.
 */
export type JobResult = { readonly value: unknown } | { readonly json: string } | Unread;

export type StartOutcome =
  | ({ readonly kind: 'started' } & NamedJob)
  /** The service has answered with the result. */
  | { readonly kind: 'finished'; readonly result: JobResult }
  /** The service has no job of this call. Another attempt may follow. */
  | {
      readonly kind: 'notStarted';
      readonly reason: string;
      readonly retryAfterMs?: number | undefined;
    }
  /** The request was sent, and has no answer that tells. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** An end of the job. `named`: what its last reply has named, for the requests after it. */
interface JobEnd {
  readonly word: string;
  readonly named?: NamedJob | undefined;
}

export type FollowOutcome =
  /** The job has left its queue. */
  | ({ readonly kind: 'next' } & NamedJob)
  | ({ readonly kind: 'succeeded'; readonly result: JobResult } & JobEnd)
  | ({ readonly kind: 'failed' | 'cancelled'; readonly reason?: string | undefined } & JobEnd)
  /** The service does not know the job. */
  | { readonly kind: 'gone'; readonly reason: string; readonly wasSeen: boolean };

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
  /** Looks for a job whose start had no answer, or whose stage was forgotten. `null`: the service has none. */
  findJob(call: JobCall): Promise<NamedJob | null>;
  /** Reads the state once. Temporal retries it while the job runs; its heartbeat has the state, {@link JobHeartbeat}. */
  followJob(call: FollowCall): Promise<FollowOutcome>;
  /** Asks for the result of a job that has succeeded, as `followJob` does for the state. */
  fetchResult(call: AskingCall): Promise<JobResult>;
  /** Reads why a job has failed, such as the end of its log. `null`: there are no words. */
  fetchFailure(call: JobStageCall): Promise<string | Unread | null>;
  cancelJob(call: JobStageCall): Promise<CancelOutcome>;
}

/** The details of the last heartbeat of an Activity that asks again, from which the next attempt continues. */
export interface JobHeartbeat {
  /** The state in words for people. */
  readonly status?: string | undefined;
  readonly 'mcp.progress'?:
    { readonly progress: number; readonly total?: number | undefined } | undefined;
  /** The service has shown the job before. */
  readonly wasSeen?: boolean | undefined;
  /** The word for the state, and the time since which it is the same, in milliseconds of the epoch. */
  readonly word?: string | undefined;
  readonly wordSinceMs?: number | undefined;
  /** The number of replies without a word, and a hash of the last one. */
  readonly wordless?: { readonly times: number; readonly hash: string } | undefined;
  /** The manifest does not know the word, which the Worker's log has said. */
  readonly isDoubtful?: boolean | undefined;
  /** First of the failed attempts since the last reply, in milliseconds of the epoch. */
  readonly failingSinceMs?: number | undefined;
  /** First of the attempts whose credentials were refused since then, in milliseconds of the epoch. */
  readonly deniedSinceMs?: number | undefined;
}

/** Memo key under which the Workflow of a job says where the job is, while no poll does. */
export const JOB_MEMO_KEY = 'mcp.job';

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
