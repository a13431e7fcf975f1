/** Limits of each principal. `false`: no limit. */
export interface PrincipalLimits {
  /** HTTP requests a minute. Each process counts for itself. */
  readonly requestsPerMinute?: number | false | undefined;
  /** HTTP requests at the same time. Waits and streams count until their answer ends. Each process counts for itself. */
  readonly openRequests?: number | false | undefined;
  /** Running tasks. Temporal counts them, so all processes and transports share the limit. */
  readonly openTasks?: number | false | undefined;
  /** Members of objects and items of lists in one HTTP request. Default: {@link MAX_MEMBERS}. */
  readonly members?: number | false | undefined;
}

/** A call of so many members holds the event loop for 20 to 50 ms. */
export const MAX_MEMBERS = 10_000;

/**
 * Default limits where tokens tell principals apart. A host with dozens of tasks stays far below them. They bound the
 * memory that one principal takes.
 */
export const PRINCIPAL_LIMITS: PrincipalLimits = { requestsPerMinute: 6_000, openRequests: 200 };
