import type {
  AskingCall,
  CancelOutcome,
  FollowCall,
  FollowOutcome,
  JobCall,
  JobHeartbeat,
  JobResult,
  JobStageCall,
  NamedJob,
  StartOutcome,
  Unread,
} from './job-contract.js';

export type JobStep<Outcome> =
  | { readonly kind: 'ended'; readonly outcome: Outcome }
  /** The service is asked again: the job runs, or there is no answer yet. */
  | {
      readonly kind: 'goesOn';
      readonly heartbeat: JobHeartbeat;
      readonly reason: string;
      readonly afterMs: number;
      /** A sentence for the log of the Worker. */
      readonly warning?: string | undefined;
    };

/**
 * @param before The heartbeat of the attempt before.
 * @param attempt The number of attempts, this one included.
 */
export type AskService<Call, Outcome> = (
  call: Call,
  before: JobHeartbeat,
  attempt: number,
) => Promise<JobStep<Outcome>>;

/** The Activities of jobs without Temporal's SDK: each makes one attempt. */
export interface JobRunner {
  readonly start: (call: JobCall) => Promise<StartOutcome>;
  readonly find: (call: JobCall) => Promise<NamedJob | null>;
  readonly follow: AskService<FollowCall, FollowOutcome>;
  readonly fetchResult: AskService<AskingCall, JobResult>;
  readonly fetchFailure: (call: JobStageCall) => Promise<string | Unread | null>;
  readonly cancel: (call: JobStageCall) => Promise<CancelOutcome>;
}
