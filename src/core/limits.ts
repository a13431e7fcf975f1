/** How much is taken from somebody, or from everybody together. What is absent or false is not limited. */
export interface RequestLimits {
  readonly requestsPerMinute?: number | false | undefined;
  /** `tools/call` alone: what may start work. */
  readonly callsPerMinute?: number | false | undefined;
  /** Answers that are open at the same time: streams, waits and subscriptions. */
  readonly openRequests?: number | false | undefined;
}

/** How much is taken from one principal. */
export interface PrincipalLimits extends RequestLimits {
  /** Tasks whose work goes on. Counted by Temporal, hence over all processes and every transport. */
  readonly openTasks?: number | false | undefined;
}

/** The limits of a server. What HTTP counts, each process counts for itself. */
export interface ServerLimits {
  readonly perPrincipal?: PrincipalLimits | undefined;
  readonly overall?: RequestLimits | undefined;
}

/**
 * What each principal may do where tokens tell them apart, and nobody says otherwise: far more than a host with dozens of
 * tasks needs, and little enough that none of them keeps a process busy.
 */
export const PRINCIPAL_LIMITS: RequestLimits = {
  requestsPerMinute: 6_000,
  callsPerMinute: 600,
  openRequests: 500,
};
