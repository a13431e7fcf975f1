import type {
  CancelOutcome,
  FollowCall,
  FollowOutcome,
  JobCall,
  JobHeartbeat,
  JobResult,
  JobStageCall,
  NamedJob,
  StartOutcome,
} from './job-contract.js';

export type FollowStep =
  | { readonly kind: 'ended'; readonly outcome: FollowOutcome }
  /** The job runs, or could not be seen. The state is asked for again. */
  | {
      readonly kind: 'goesOn';
      readonly heartbeat: JobHeartbeat;
      readonly reason: string;
      readonly afterMs: number;
      /** A sentence for the log of the Worker. */
      readonly warning?: string | undefined;
    };

/** The Activities of jobs without Temporal's SDK: each makes one attempt. */
export interface JobRunner {
  readonly start: (call: JobCall) => Promise<StartOutcome>;
  readonly find: (call: JobCall) => Promise<NamedJob | null>;
  /**
   * @param before The heartbeat of the attempt before.
   * @param attempt The number of attempts, this one included.
   */
  readonly follow: (call: FollowCall, before: JobHeartbeat, attempt: number) => Promise<FollowStep>;
  /** @param firstMs Time of the first attempt, in milliseconds of the epoch. */
  readonly fetchResult: (call: JobStageCall, firstMs: number) => Promise<JobResult>;
  readonly fetchFailure: (call: JobStageCall) => Promise<string | null>;
  readonly cancel: (call: JobStageCall) => Promise<CancelOutcome>;
}
